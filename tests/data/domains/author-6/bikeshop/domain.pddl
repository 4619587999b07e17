(define (domain bikeshop)
  (:requirements :strips)
  (:predicates (bike ?x) (tube ?x) (wheel ?x)
               (on-stand ?x) (stand-free)
               (part-of ?x ?y) (off ?x)
               (has-tube ?x ?y)
               (no-tube ?x) (loose ?x)
               (good ?x) (ready ?x))

  (:action hang
    :parameters (?x)
    :precondition (and (bike ?x) (stand-free))
    :effect (and (on-stand ?x) (not (stand-free))))

  (:action unhang
    :parameters (?x)
    :precondition (and (bike ?x) (on-stand ?x))
    :effect (and (stand-free) (not (on-stand ?x))))

  (:action rm-wheel
    :parameters (?x ?y)
    :precondition (and (wheel ?x) (bike ?y) (part-of ?x ?y) (on-stand ?y))
    :effect (and (off ?x) (not (part-of ?x ?y)) (not (ready ?y))))

  (:action rm-tube
    :parameters (?x ?y)
    :precondition (and (wheel ?x) (tube ?y) (off ?x) (has-tube ?x ?y))
    :effect (and (no-tube ?x) (loose ?y) (not (has-tube ?x ?y))))

  (:action patch
    :parameters (?x)
    :precondition (and (tube ?x) (loose ?x))
    :effect (good ?x))

  (:action put-tube
    :parameters (?x ?y)
    :precondition (and (wheel ?x) (tube ?y) (off ?x) (no-tube ?x) (loose ?y) (good ?y))
    :effect (and (has-tube ?x ?y) (not (no-tube ?x)) (not (loose ?y))))

  (:action put-wheel
    :parameters (?x ?y ?z)
    :precondition (and (wheel ?x) (bike ?y) (off ?x) (on-stand ?y) (has-tube ?x ?z) (good ?z))
    :effect (and (part-of ?x ?y) (ready ?y) (not (off ?x))))
)
