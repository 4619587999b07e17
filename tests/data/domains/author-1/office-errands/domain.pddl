;; From the blog post "Teaching a coffee robot some manners, part 2"
(define (domain office-errands)
  (:requirements :adl)
  (:predicates
    (room ?r) (person ?p) (mug ?m) (doc ?d)
    (robot-in ?r)
    (person-in ?p ?r)
    (door-between ?r1 ?r2)
    (can-enter ?r)
    (robot-has ?x)
    (lying-in ?x ?r)
    (coffee-machine-in ?r)
    (printer-in ?r)
    (full ?m)
    (wants-coffee ?p)
    (wants-doc ?p ?d)
    (printed ?d)
    (happy ?p)
    (in-meeting ?p))

  (:action go
    :parameters (?x ?y)
    :precondition (and (room ?x) (room ?y) (robot-in ?x) (can-enter ?y)
                       (or (door-between ?x ?y) (door-between ?y ?x)))
    :effect (and (robot-in ?y) (not (robot-in ?x))))

  (:action knock
    :parameters (?x ?y)
    :precondition (and (room ?x) (room ?y) (robot-in ?x)
                       (or (door-between ?x ?y) (door-between ?y ?x))
                       (not (can-enter ?y))
                       (exists (?p) (and (person ?p) (person-in ?p ?y) (not (in-meeting ?p)))))
    :effect (can-enter ?y))

  (:action grab
    :parameters (?x ?r)
    :precondition (and (room ?r) (robot-in ?r) (lying-in ?x ?r)
                       (not (exists (?z) (robot-has ?z))))
    :effect (and (robot-has ?x) (not (lying-in ?x ?r))))

  (:action put-down
    :parameters (?x ?r)
    :precondition (and (room ?r) (robot-in ?r) (robot-has ?x))
    :effect (and (lying-in ?x ?r) (not (robot-has ?x))))

  (:action brew
    :parameters (?m ?r)
    :precondition (and (mug ?m) (robot-has ?m) (robot-in ?r) (coffee-machine-in ?r) (not (full ?m)))
    :effect (full ?m))

  (:action print
    :parameters (?d ?r)
    :precondition (and (doc ?d) (robot-in ?r) (printer-in ?r) (not (printed ?d)))
    :effect (and (printed ?d) (lying-in ?d ?r)))

  (:action give-coffee
    :parameters (?m ?p ?r)
    :precondition (and (mug ?m) (person ?p) (robot-in ?r) (person-in ?p ?r)
                       (robot-has ?m) (full ?m) (wants-coffee ?p))
    :effect (and (not (robot-has ?m)) (not (wants-coffee ?p))
                 (when (not (exists (?d) (wants-doc ?p ?d))) (happy ?p))))

  (:action give-doc
    :parameters (?d ?p ?r)
    :precondition (and (doc ?d) (person ?p) (robot-in ?r) (person-in ?p ?r)
                       (robot-has ?d) (wants-doc ?p ?d))
    :effect (and (not (robot-has ?d)) (not (wants-doc ?p ?d))
                 (when (not (wants-coffee ?p)) (happy ?p))))
)
