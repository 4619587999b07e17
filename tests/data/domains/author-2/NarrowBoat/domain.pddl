(define (domain NarrowBoat)
  (:requirements :strips :typing :negative-preconditions)
  (:types place - object
          pound lock - place
          boat)
  (:predicates
    (boatIn ?b - boat ?w - place)
    (lockJoins ?l - lock ?lower ?upper - pound)
    (gateOf ?l - lock ?p - pound)
    (gateOpen ?l - lock ?p - pound)
    (waterLevelWith ?l - lock ?p - pound)
    (lockOccupied ?l - lock)
  )

  (:action openGate
    :parameters (?l - lock ?p - pound)
    :precondition (and (gateOf ?l ?p) (not (gateOpen ?l ?p)) (waterLevelWith ?l ?p))
    :effect (gateOpen ?l ?p))

  (:action closeGate
    :parameters (?l - lock ?p - pound)
    :precondition (gateOpen ?l ?p)
    :effect (not (gateOpen ?l ?p)))

  (:action fillLock
    :parameters (?l - lock ?lower ?upper - pound)
    :precondition (and (lockJoins ?l ?lower ?upper)
                       (waterLevelWith ?l ?lower)
                       (not (gateOpen ?l ?lower))
                       (not (gateOpen ?l ?upper)))
    :effect (and (not (waterLevelWith ?l ?lower)) (waterLevelWith ?l ?upper)))

  (:action drainLock
    :parameters (?l - lock ?lower ?upper - pound)
    :precondition (and (lockJoins ?l ?lower ?upper)
                       (waterLevelWith ?l ?upper)
                       (not (gateOpen ?l ?lower))
                       (not (gateOpen ?l ?upper)))
    :effect (and (not (waterLevelWith ?l ?upper)) (waterLevelWith ?l ?lower)))

  (:action steerIntoLock
    :parameters (?b - boat ?p - pound ?l - lock)
    :precondition (and (boatIn ?b ?p) (gateOpen ?l ?p) (not (lockOccupied ?l)))
    :effect (and (not (boatIn ?b ?p)) (boatIn ?b ?l) (lockOccupied ?l)))

  (:action steerOutOfLock
    :parameters (?b - boat ?l - lock ?p - pound)
    :precondition (and (boatIn ?b ?l) (gateOpen ?l ?p))
    :effect (and (not (boatIn ?b ?l)) (boatIn ?b ?p) (not (lockOccupied ?l))))
)
