(define (problem poster)
  (:domain letterpress)
  (:objects title body - forme
            s1 - sheet
            black red - colour
            albion - press)
  (:init (press-empty albion) (ink-clean albion)
         (blank s1) (loose s1) (composed body))
  (:goal (and (printed s1 title red) (printed s1 body black) (not (drying s1)))))
