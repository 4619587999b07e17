(define (problem night_17)
  (:domain observatory)
  (:objects refractor schmidt - telescope
            east_dome west_dome - dome
            red_filter h_alpha - filter
            vega m31 polaris - target)
  (:init (housed_in refractor east_dome) (housed_in schmidt west_dome)
         (dome_closed east_dome) (dome_closed west_dome)
         (pointing_at refractor polaris) (pointing_at schmidt vega)
         (filter_mounted red_filter refractor) (filter_available h_alpha) (slot_empty schmidt)
         (can_reach refractor vega) (can_reach refractor m31) (can_reach schmidt vega) (can_reach schmidt m31))
  (:goal (and (have_exposure m31 red_filter) (dome_closed east_dome))))
