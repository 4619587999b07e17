(define (domain skiHire)
  (:requirements :strips :typing :negative-preconditions)
  (:types guest clerk item - object ski boot pole - item size)
  (:predicates
    (inQueue ?g - guest)
    (beingServed ?g - guest)
    (clerkIdle ?c - clerk)
    (serves ?c - clerk ?g - guest)
    (footSize ?g - guest ?s - size)
    (itemSize ?b - boot ?s - size)
    (onRack ?i - item)
    (damaged ?i - item)
    (rentedTo ?i - item ?g - guest)
    (bootsFitted ?g - guest)
    (bindingSet ?k - ski ?g - guest)
    (waxed ?k - ski)
    (depositTaken ?g - guest))
  (:action greetGuest
    :parameters (?c - clerk ?g - guest)
    :precondition (and (clerkIdle ?c) (inQueue ?g))
    :effect (and (serves ?c ?g) (beingServed ?g) (not (inQueue ?g)) (not (clerkIdle ?c))))
  (:action takeDeposit
    :parameters (?c - clerk ?g - guest)
    :precondition (serves ?c ?g)
    :effect (depositTaken ?g))
  (:action fitBoots
    :parameters (?c - clerk ?g - guest ?b - boot ?s - size)
    :precondition (and (serves ?c ?g) (onRack ?b) (footSize ?g ?s) (itemSize ?b ?s) (not (damaged ?b)))
    :effect (and (bootsFitted ?g) (rentedTo ?b ?g) (not (onRack ?b))))
  (:action waxSki
    :parameters (?c - clerk ?k - ski)
    :precondition (and (clerkIdle ?c) (onRack ?k))
    :effect (waxed ?k))
  (:action adjustBinding
    :parameters (?c - clerk ?k - ski ?g - guest)
    :precondition (and (serves ?c ?g) (bootsFitted ?g) (onRack ?k))
    :effect (bindingSet ?k ?g))
  (:action handOver
    :parameters (?c - clerk ?i - item ?g - guest)
    :precondition (and (serves ?c ?g) (depositTaken ?g) (onRack ?i))
    :effect (and (rentedTo ?i ?g) (not (onRack ?i))))
  (:action sayGoodbye
    :parameters (?c - clerk ?g - guest)
    :precondition (serves ?c ?g)
    :effect (and (clerkIdle ?c) (not (serves ?c ?g)) (not (beingServed ?g))))
  (:action returnItem
    :parameters (?i - item ?g - guest)
    :precondition (rentedTo ?i ?g)
    :effect (and (onRack ?i) (not (rentedTo ?i ?g)))))
