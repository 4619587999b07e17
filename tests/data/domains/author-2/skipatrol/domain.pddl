(define (domain skipatrol)
    (:requirements :adl)
    (:types patroller spot - object
            station run - spot
            charge)
    (:predicates
        (isAt ?p - patroller ?s - spot)
        (liftUp ?low - station ?high - station)
        (liftRunning ?low - station ?high - station)
        (runStarts ?r - run ?top - station)
        (runEnds ?r - run ?bottom - station)
        (loaded-with-snow ?r - run)
        (runsOutOnto ?r1 - run ?r2 - run)
        (openToPublic ?r - run)
        (debrisOn ?r - run)
        (carries ?p - patroller ?c - charge)
        (chargePlaced ?c - charge ?r - run)
        (groomed ?r - run))

    (:action rideLift
        :parameters (?p - patroller ?a - station ?b - station)
        :precondition (and (isAt ?p ?a) (liftUp ?a ?b) (liftRunning ?a ?b))
        :effect (and (isAt ?p ?b) (not (isAt ?p ?a))))

    (:action startLift
        :parameters (?p - patroller ?a - station ?b - station)
        :precondition (and (isAt ?p ?a) (liftUp ?a ?b) (not (liftRunning ?a ?b)))
        :effect (liftRunning ?a ?b))

    (:action dropIn
        :parameters (?p - patroller ?a - station ?r - run)
        :precondition (and (isAt ?p ?a) (runStarts ?r ?a))
        :effect (and (isAt ?p ?r) (not (isAt ?p ?a))))

    (:action skiOut
        :parameters (?p - patroller ?r - run ?b - station)
        :precondition (and (isAt ?p ?r) (runEnds ?r ?b))
        :effect (and (isAt ?p ?b) (not (isAt ?p ?r))))

    (:action closeRun
        :parameters (?p - patroller ?a - station ?r - run)
        :precondition (and (isAt ?p ?a) (runStarts ?r ?a) (openToPublic ?r))
        :effect (not (openToPublic ?r)))

    (:action placeCharge
        :parameters (?p - patroller ?c - charge ?r - run)
        :precondition (and (isAt ?p ?r) (carries ?p ?c) (not (openToPublic ?r)))
        :effect (and (chargePlaced ?c ?r) (not (carries ?p ?c))))

    (:action detonate
        :parameters (?c - charge ?r - run)
        :precondition (and (chargePlaced ?c ?r)
            (not (exists (?p - patroller) (isAt ?p ?r)))
            (forall (?r2 - run)
                (imply (runsOutOnto ?r ?r2)
                       (and (not (openToPublic ?r2))
                            (not (exists (?p2 - patroller) (isAt ?p2 ?r2)))))))
        :effect (and (not (chargePlaced ?c ?r)) (not (loaded-with-snow ?r))
            (forall (?r2 - run)
                (when (and (runsOutOnto ?r ?r2) (loaded-with-snow ?r))
                      (and (debrisOn ?r2) (not (groomed ?r2)))))))

    (:action clearDebris
        :parameters (?p - patroller ?r - run)
        :precondition (and (isAt ?p ?r) (debrisOn ?r))
        :effect (and (not (debrisOn ?r)) (groomed ?r)))

    (:action openRun
        :parameters (?p - patroller ?a - station ?r - run)
        :precondition (and (isAt ?p ?a) (runStarts ?r ?a) (not (debrisOn ?r)) (not (loaded-with-snow ?r))
            (not (exists (?above - run) (and (runsOutOnto ?above ?r) (loaded-with-snow ?above)))))
        :effect (openToPublic ?r))
)
