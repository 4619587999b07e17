(define (domain delivery)
  (:types truck place)
  (:predicates (at ?t - truck ?p - plase)))
