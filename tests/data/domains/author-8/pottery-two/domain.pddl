(define (domain pottery-two)
  (:requirements :strips :negative-preconditions)
  (:predicates (lump ?x) (glaze ?g) (shaped ?x) (bonedry ?x) (inkiln ?x) (kilnfree)
    (bisqued ?x) (coated ?x ?g) (finished ?x))
  (:action throw
    :parameters (?x)
    :precondition (lump ?x)
    :effect (and (shaped ?x) (not (lump ?x))))
  (:action letdry
    :parameters (?x)
    :precondition (shaped ?x)
    :effect (bonedry ?x))
  (:action loadkiln
    :parameters (?x)
    :precondition (and (bonedry ?x) (kilnfree))
    :effect (and (inkiln ?x) (not (kilnfree))))
  (:action unloadkiln
    :parameters (?x)
    :precondition (inkiln ?x)
    :effect (and (kilnfree) (not (inkiln ?x))))
  (:action bisquefire
    :parameters (?x)
    :precondition (and (inkiln ?x) (not (bisqued ?x)))
    :effect (bisqued ?x))
  (:action brushglaze
    :parameters (?x ?g)
    :precondition (and (bisqued ?x) (glaze ?g) (not (inkiln ?x)) (not (finished ?x)))
    :effect (coated ?x ?g))
  (:action glostfire
    :parameters (?x ?g)
    :precondition (and (inkiln ?x) (coated ?x ?g))
    :effect (finished ?x)))
