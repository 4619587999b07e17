(define (problem eva-1)
  (:domain lunar-outpost)
  (:objects mira - astronaut
            hab - module
            lock1 - airlock
            suitA - suit
            c0 c1 c2 - charge
            panel3 - panel)
  (:init (inModule mira hab) (airlockOf lock1 hab) (pressurised lock1)
         (suitStored suitA hab) (oxygenLevel suitA c1)
         (oneLess c2 c1) (oneLess c1 c0) (fullCharge c2)
         (dusty panel3) (broken panel3))
  (:goal (and (generating panel3) (inModule mira hab) (not (dusty panel3)))))
