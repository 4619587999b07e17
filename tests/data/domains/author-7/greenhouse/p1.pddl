(define (problem greenhouse-1)
  (:domain greenhouse)
  (:objects tomato basil - plant
            pot1 pot2 - pot
            work-bench window-bench - bench
            anna - gardener)
  (:init (pot-on pot1 work-bench) (pot-on pot2 work-bench)
         (pot-empty pot1) (pot-empty pot2)
         (seed tomato) (seed basil)
         (gardener-at anna window-bench) (hands-free anna)
         (sunny window-bench))
  (:goal (and (sprouted tomato) (planted-in basil pot2)))
)
