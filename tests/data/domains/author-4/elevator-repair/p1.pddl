(define (problem lift-hospital)
  (:domain elevator-repair)
  (:objects ruth emil - technician
            lift-a lift-b - elevator
            old-brake new-brake - part
            allen-key torx-driver - tool)
  (:init (power-on lift-a) (power-on lift-b) (working lift-b)
         (installed old-brake lift-a) (worn-out old-brake) (screwed-tight old-brake)
         (spare new-brake) (same-kind old-brake new-brake)
         (open-with old-brake allen-key) (open-with new-brake torx-driver)
         (carries emil allen-key) (carries ruth torx-driver)
         (certified-for ruth lift-a) (certified-for emil lift-b))
  (:goal (and (working lift-a))))
