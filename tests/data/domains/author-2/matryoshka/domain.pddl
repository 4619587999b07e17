;; Russian dolls, exercise 3
(define (domain matryoshka)
  (:requirements :strips)
  (:predicates
     (smaller ?x ?y)   ; x fits in y
     (inside ?x ?y)
     (loose ?x)        ; standing on the table
     (hollow ?x))      ; nothing directly in it

  (:action nest
     :parameters (?x ?y)
     :precondition (and (smaller ?x ?y) (loose ?x) (loose ?y) (hollow ?y))
     :effect (and (inside ?x ?y) (not (loose ?x)) (not (hollow ?y))))

  (:action un-nest
     :parameters (?x ?y)
     :precondition (and (inside ?x ?y) (loose ?y))
     :effect (and (not (inside ?x ?y)) (loose ?x) (hollow ?y)))
)
