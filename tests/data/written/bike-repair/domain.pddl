; bicycle workshop, one repair stand
(define (domain bike-repair)
  (:requirements :strips :typing)
  (:types bike wheel tube tool)
  (:predicates
    (on-stand ?b - bike)
    (stand-empty)
    (wheel-on ?w - wheel ?b - bike)
    (wheel-off ?w - wheel)
    (belongs-to ?w - wheel ?b - bike)
    (tube-in ?t - tube ?w - wheel)
    (punctured ?t - tube)
    (pumped ?t - tube)
    (airtight ?t - tube)
    (holding ?x - tool)
    (hands-free)
    (loosens ?x - tool ?w - wheel))
  (:action lift-onto-stand
    :parameters (?b - bike)
    :precondition (and (stand-empty) (hands-free))
    :effect (and (on-stand ?b) (not (stand-empty))))
  (:action pick-tool
    :parameters (?x - tool)
    :precondition (hands-free)
    :effect (and (holding ?x) (not (hands-free))))
  (:action put-tool-down
    :parameters (?x - tool)
    :precondition (holding ?x)
    :effect (and (hands-free) (not (holding ?x))))
  (:action take-wheel-off
    :parameters (?w - wheel ?b - bike ?x - tool)
    :precondition (and (on-stand ?b) (wheel-on ?w ?b) (holding ?x) (loosens ?x ?w))
    :effect (and (wheel-off ?w) (not (wheel-on ?w ?b))))
  (:action patch-tube
    :parameters (?t - tube ?w - wheel)
    :precondition (and (hands-free) (tube-in ?t ?w) (wheel-off ?w) (punctured ?t))
    :effect (and (airtight ?t) (not (punctured ?t))))
  (:action pump-tube
    :parameters (?t - tube)
    :precondition (and (hands-free) (airtight ?t))
    :effect (pumped ?t))
  (:action put-wheel-back
    :parameters (?w - wheel ?b - bike ?x - tool)
    :precondition (and (on-stand ?b) (wheel-off ?w) (belongs-to ?w ?b) (holding ?x) (loosens ?x ?w))
    :effect (and (wheel-on ?w ?b) (not (wheel-off ?w)))))
