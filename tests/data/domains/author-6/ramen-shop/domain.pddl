(define (domain ramen-shop)
  (:requirements :strips :negative-preconditions)
  (:predicates
    (bowl ?b)
    (pot ?p)
    (noodles ?n)
    (topping ?t)
    (clean ?b)
    (boiling ?p)
    (in-pot ?n ?p)
    (cooked ?n)
    (has-broth ?b)
    (in-bowl ?x ?b)
    (sliced ?t)
    (served ?b))

  (:action heat-pot
    :parameters (?p)
    :precondition (and (pot ?p) (not (boiling ?p)))
    :effect (and (boiling ?p)))

  (:action drop-noodles
    :parameters (?n ?p)
    :precondition (and (noodles ?n) (pot ?p) (boiling ?p) (not (cooked ?n)))
    :effect (and (in-pot ?n ?p)))

  (:action cook-noodles
    :parameters (?n ?p)
    :precondition (and (in-pot ?n ?p) (boiling ?p))
    :effect (and (cooked ?n)))

  (:action ladle-broth
    :parameters (?b)
    :precondition (and (bowl ?b) (clean ?b) (not (has-broth ?b)))
    :effect (and (has-broth ?b) (not (clean ?b))))

  (:action lift-noodles
    :parameters (?n ?p ?b)
    :precondition (and (in-pot ?n ?p) (cooked ?n) (bowl ?b) (has-broth ?b) (not (served ?b)))
    :effect (and (in-bowl ?n ?b) (not (in-pot ?n ?p))))

  (:action slice-topping
    :parameters (?t)
    :precondition (and (topping ?t) (not (sliced ?t)))
    :effect (and (sliced ?t)))

  (:action add-topping
    :parameters (?t ?n ?b)
    :precondition (and (topping ?t) (sliced ?t) (noodles ?n) (in-bowl ?n ?b) (not (in-bowl ?t ?b)) (not (served ?b)))
    :effect (and (in-bowl ?t ?b)))

  (:action serve
    :parameters (?b ?n ?t)
    :precondition (and (bowl ?b) (noodles ?n) (topping ?t) (in-bowl ?n ?b) (in-bowl ?t ?b) (has-broth ?b))
    :effect (and (served ?b)))

  (:action wash-bowl
    :parameters (?b)
    :precondition (and (bowl ?b) (not (clean ?b)) (not (has-broth ?b)))
    :effect (and (clean ?b)))
)
