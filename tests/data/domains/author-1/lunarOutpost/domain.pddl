(define (domain lunar-outpost)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types astronaut module airlock - thing
          suit charge - thing
          thing panel - object)
  (:predicates
    (inModule ?a - astronaut ?m - module)
    (inAirlock ?a - astronaut ?l - airlock)
    (onSurface ?a - astronaut)
    (airlockOf ?l - airlock ?m - module)
    (pressurised ?l - airlock)
    (wears ?a - astronaut ?s - suit)
    (suitStored ?s - suit ?m - module)
    (oxygenLevel ?s - suit ?c - charge)
    (oneLess ?oldLevel ?newLevel - charge)
    (fullCharge ?c - charge)
    (dusty ?p - panel)
    (broken ?p - panel)
    (generating ?p - panel))

  (:action donSuit
    :parameters (?a - astronaut ?s - suit ?m - module)
    :precondition (and (inModule ?a ?m) (suitStored ?s ?m))
    :effect (and (wears ?a ?s) (not (suitStored ?s ?m))))

  (:action doffSuit
    :parameters (?a - astronaut ?s - suit ?m - module)
    :precondition (and (inModule ?a ?m) (wears ?a ?s))
    :effect (and (suitStored ?s ?m) (not (wears ?a ?s))))

  (:action refillOxygen
    :parameters (?s - suit ?m - module ?oldLevel ?newLevel - charge)
    :precondition (and (suitStored ?s ?m) (oxygenLevel ?s ?oldLevel) (fullCharge ?newLevel)
                       (not (= ?oldLevel ?newLevel)))
    :effect (and (oxygenLevel ?s ?newLevel) (not (oxygenLevel ?s ?oldLevel))))

  (:action enterAirlock
    :parameters (?a - astronaut ?m - module ?l - airlock)
    :precondition (and (inModule ?a ?m) (airlockOf ?l ?m) (pressurised ?l))
    :effect (and (inAirlock ?a ?l) (not (inModule ?a ?m))))

  (:action leaveAirlock
    :parameters (?a - astronaut ?l - airlock ?m - module)
    :precondition (and (inAirlock ?a ?l) (airlockOf ?l ?m) (pressurised ?l))
    :effect (and (inModule ?a ?m) (not (inAirlock ?a ?l))))

  (:action depressurise
    :parameters (?a - astronaut ?s - suit ?l - airlock)
    :precondition (and (inAirlock ?a ?l) (wears ?a ?s) (pressurised ?l))
    :effect (not (pressurised ?l)))

  (:action repressurise
    :parameters (?l - airlock)
    :precondition (not (pressurised ?l))
    :effect (pressurised ?l))

  (:action stepOutside
    :parameters (?a - astronaut ?l - airlock ?s - suit ?oldLevel ?newLevel - charge)
    :precondition (and (inAirlock ?a ?l) (not (pressurised ?l)) (wears ?a ?s)
                       (oxygenLevel ?s ?oldLevel) (oneLess ?oldLevel ?newLevel))
    :effect (and (onSurface ?a) (not (inAirlock ?a ?l))
                 (oxygenLevel ?s ?newLevel) (not (oxygenLevel ?s ?oldLevel))))

  (:action stepInside
    :parameters (?a - astronaut ?l - airlock)
    :precondition (and (onSurface ?a) (not (pressurised ?l)))
    :effect (and (inAirlock ?a ?l) (not (onSurface ?a))))

  (:action brushPanel
    :parameters (?a - astronaut ?p - panel)
    :precondition (and (onSurface ?a) (dusty ?p))
    :effect (not (dusty ?p)))

  (:action repairPanel
    :parameters (?a - astronaut ?s - suit ?p - panel ?oldLevel ?newLevel - charge)
    :precondition (and (onSurface ?a) (wears ?a ?s) (broken ?p) (not (dusty ?p))
                       (oxygenLevel ?s ?oldLevel) (oneLess ?oldLevel ?newLevel))
    :effect (and (not (broken ?p)) (generating ?p)
                 (oxygenLevel ?s ?newLevel) (not (oxygenLevel ?s ?oldLevel))))
)
