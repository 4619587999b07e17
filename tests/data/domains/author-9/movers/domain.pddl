(define (domain movers)
  (:requirements :strips :typing)
  (:types location van box worker - object house depot - location fragile-box heavy-box - box)
  (:predicates
    (at ?x - object ?l - location)
    (aboard ?w - worker ?v - van)
    (driver ?w - worker ?v - van)
    (packed ?b - box)
    (wrapped ?b - fragile-box)
    (loaded-in ?b - box ?v - van)
    (under ?b1 ?b2 - box)
    (nothing-on ?b - box)
    (road ?l1 ?l2 - location)
    (hands-free ?w - worker)
    (carrying ?w - worker ?b - box)
    (has-trolley ?w - worker)
    (keys-returned ?h - house))
  (:action pack
    :parameters (?w - worker ?b - box ?l - location)
    :precondition (and (at ?w ?l) (at ?b ?l))
    :effect (packed ?b))
  (:action bubble-wrap
    :parameters (?w - worker ?b - fragile-box ?l - location)
    :precondition (and (at ?w ?l) (at ?b ?l))
    :effect (wrapped ?b))
  (:action lift
    :parameters (?w - worker ?b - box ?l - location)
    :precondition (and (at ?w ?l) (at ?b ?l) (packed ?b) (nothing-on ?b) (hands-free ?w))
    :effect (and (carrying ?w ?b) (not (at ?b ?l)) (not (hands-free ?w))))
  (:action stow
    :parameters (?w - worker ?b - box ?v - van ?l - location)
    :precondition (and (carrying ?w ?b) (at ?w ?l) (at ?v ?l))
    :effect (and (loaded-in ?b ?v) (hands-free ?w) (not (carrying ?w ?b))))
  (:action unload-box
    :parameters (?w - worker ?b - box ?v - van ?l - location)
    :precondition (and (loaded-in ?b ?v) (at ?w ?l) (at ?v ?l))
    :effect (and (at ?b ?l) (not (loaded-in ?b ?v))))
  (:action stack
    :parameters (?w - worker ?b1 ?b2 - box)
    :precondition (and (carrying ?w ?b1) (nothing-on ?b2))
    :effect (and (under ?b2 ?b1) (hands-free ?w) (not (nothing-on ?b2)) (not (carrying ?w ?b1))))
  (:action get-in
    :parameters (?w - worker ?v - van ?l - location)
    :precondition (and (at ?w ?l) (at ?v ?l))
    :effect (and (aboard ?w ?v) (not (at ?w ?l))))
  (:action get-out
    :parameters (?w - worker ?v - van ?l - location)
    :precondition (and (aboard ?w ?v) (at ?v ?l))
    :effect (and (at ?w ?l) (not (aboard ?w ?v))))
  (:action drive
    :parameters (?w - worker ?v - van ?from ?to - location)
    :precondition (and (aboard ?w ?v) (driver ?w ?v) (at ?v ?from) (road ?from ?to))
    :effect (and (at ?v ?to) (not (at ?v ?from))))
  (:action hand-in-keys
    :parameters (?w - worker ?h - house)
    :precondition (at ?w ?h)
    :effect (keys-returned ?h)))
