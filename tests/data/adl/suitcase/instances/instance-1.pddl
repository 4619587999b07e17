(define (problem suitcase-1) (:domain suitcase)
  (:objects home office - place book vase - thing)
  (:init (case-at home) (at book home) (at vase home) (fragile vase))
  (:goal (and (forall (?t - thing) (at ?t office)) (not (exists (?t - thing) (broken ?t))))))
