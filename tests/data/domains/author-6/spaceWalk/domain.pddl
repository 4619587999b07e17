(define (domain spaceWalk)
  (:requirements :strips :typing :negative-preconditions)
  (:types astronaut panel tool)
  (:predicates
    (inCabin ?a - astronaut)
    (inAirlock ?a - astronaut)
    (outside ?a - astronaut)
    (suitOn ?a - astronaut)
    (airlockPressurized)
    (carries ?a - astronaut ?t - tool)
    (toolOnRack ?t - tool)
    (fits ?t - tool ?p - panel)
    (damaged ?p - panel)
    (tethered ?a - astronaut))

  (:action wearSuit
    :parameters (?a - astronaut)
    :precondition (and (inCabin ?a) (not (suitOn ?a)))
    :effect (suitOn ?a))

  (:action grabTool
    :parameters (?a - astronaut ?t - tool)
    :precondition (and (inCabin ?a) (toolOnRack ?t))
    :effect (and (carries ?a ?t) (not (toolOnRack ?t))))

  (:action enterAirlock
    :parameters (?a - astronaut)
    :precondition (and (inCabin ?a) (suitOn ?a) (airlockPressurized))
    :effect (and (inAirlock ?a) (not (inCabin ?a))))

  (:action depressurize
    :parameters (?a - astronaut)
    :precondition (and (inAirlock ?a) (suitOn ?a) (airlockPressurized))
    :effect (not (airlockPressurized)))

  (:action pressurize
    :parameters (?a - astronaut)
    :precondition (and (inAirlock ?a) (not (airlockPressurized)))
    :effect (airlockPressurized))

  (:action goOutside
    :parameters (?a - astronaut)
    :precondition (and (inAirlock ?a) (not (airlockPressurized)))
    :effect (and (outside ?a) (tethered ?a) (not (inAirlock ?a))))

  (:action comeBack
    :parameters (?a - astronaut)
    :precondition (and (outside ?a) (tethered ?a) (not (airlockPressurized)))
    :effect (and (inAirlock ?a) (not (outside ?a)) (not (tethered ?a))))

  (:action leaveAirlock
    :parameters (?a - astronaut)
    :precondition (and (inAirlock ?a) (airlockPressurized))
    :effect (and (inCabin ?a) (not (inAirlock ?a))))

  (:action repairPanel
    :parameters (?a - astronaut ?p - panel ?t - tool)
    :precondition (and (outside ?a) (tethered ?a) (damaged ?p) (carries ?a ?t) (fits ?t ?p))
    :effect (not (damaged ?p)))
)
