(define (problem eva1)
  (:domain spaceWalk)
  (:objects yuri mae - astronaut
            leftPanel rightPanel - panel
            wrench drill - tool)
  (:init (inCabin yuri) (inCabin mae)
         (airlockPressurized)
         (toolOnRack wrench) (toolOnRack drill)
         (fits wrench leftPanel) (fits drill rightPanel)
         (damaged leftPanel) (damaged rightPanel))
  (:goal (and (not (damaged leftPanel)) (not (damaged rightPanel))
              (inCabin yuri) (inCabin mae))))
