(define (problem upTheFlight)
  (:domain NarrowBoat)
  (:objects rosie - boat
            lock1 lock2 - lock
            bottomPound midPound topPound - pound)
  (:init
    (boatIn rosie bottomPound)
    (lockJoins lock1 bottomPound midPound)
    (lockJoins lock2 midPound topPound)
    (gateOf lock1 bottomPound) (gateOf lock1 midPound)
    (gateOf lock2 midPound) (gateOf lock2 topPound)
    (waterLevelWith lock1 midPound)
    (waterLevelWith lock2 midPound))
  (:goal (and (boatIn rosie topPound) (not (gateOpen lock1 midPound)))))
