(define (problem quake_small)
  (:domain quake_rescue)
  (:objects camp plaza school - site
            rover1 - ugv
            drone1 - uav
            teamA - team
            v1 - victim)
  (:init (is_camp camp)
         (at_site rover1 camp) (at_site drone1 camp) (at_site teamA camp)
         (ugv_empty rover1)
         (road camp plaza) (road plaza camp)
         (road plaza school) (road school plaza)
         (rubble plaza school) (rubble school plaza)
         (buried_at v1 school)
         (gas_leak school))
  (:goal (safe v1)))
