(define (problem ShearingDay)
  (:domain SheepFarm)
  (:objects dolly shaun - sheep
            rex - dog
            hill meadow - field)
  (:init (sheepAt dolly hill) (sheepAt shaun hill)
         (dogAt rex pen)
         (gate hill pen) (gate pen hill)
         (gate pen meadow) (gate meadow pen)
         (woolly dolly) (woolly shaun)
         (hasGrass meadow))
  (:goal (and (marked dolly) (shorn shaun) (grazed dolly)
              (sheepAt shaun meadow) (not (gateOpen pen meadow)))))
