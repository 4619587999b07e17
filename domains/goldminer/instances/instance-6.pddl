(define (problem goldminer-x3-y1-h0)
  (:domain gold-miner-typed)
  (:objects
    loc_0 loc_1 loc_2 - loc
  )
  (:init
    (arm-empty)
    (robot-at loc_2)
    (bomb-at loc_2)
    (laser-at loc_2)
    (gold-at loc_1)
    (soft-rock-at loc_1)
    (clear loc_2)
    (soft-rock-at loc_0)
    (connected loc_2 loc_0)
    (connected loc_0 loc_2)
    (connected loc_0 loc_1)
    (connected loc_1 loc_0)
  )
  (:goal
    (and
      (holds-gold)
    )
  )
)
