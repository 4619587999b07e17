(define (problem satellite-s1-i1-m2-d4-g3-t0)
  (:domain satellite)
  (:objects
    satellite_0 - satellite
    instrument_0 - instrument
    mode_0 mode_1 - mode
    direction_3 direction_2 direction_1 direction_0 - direction
  )
  (:init
    (on_board instrument_0 satellite_0)
    (calibration_target instrument_0 direction_2)
    (supports instrument_0 mode_0)
    (supports instrument_0 mode_1)
    (power_avail satellite_0)
    (pointing satellite_0 direction_2)
  )
  (:goal
    (and
      (have_image direction_1 mode_1)
      (have_image direction_3 mode_0)
      (have_image direction_1 mode_0)
    )
  )
)
