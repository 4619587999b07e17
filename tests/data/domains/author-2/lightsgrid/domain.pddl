(define (domain lightsgrid)
  (:requirements :adl)
  (:predicates (lit ?x) (affects ?x ?y) (joker-left))

  ; every lamp affected by the button flips (a lamp affects itself)
  (:action press
    :parameters (?x)
    :precondition (affects ?x ?x)
    :effect (forall (?y)
              (and (when (and (affects ?x ?y) (lit ?y)) (not (lit ?y)))
                   (when (and (affects ?x ?y) (not (lit ?y))) (lit ?y)))))

  (:action use-joker
    :parameters (?x)
    :precondition (and (joker-left) (lit ?x))
    :effect (and (not (joker-left)) (not (lit ?x))))
)
