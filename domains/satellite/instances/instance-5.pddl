(define (problem satellite-s2-i2-m2-d4-g1-t1)
  (:domain satellite)
  (:objects
    satellite_1 satellite_0 - satellite
    instrument_0 instrument_1 - instrument
    mode_1 mode_0 - mode
    direction_2 direction_1 direction_3 direction_0 - direction
  )
  (:init
    (on_board instrument_0 satellite_1)
    (calibration_target instrument_0 direction_2)
    (supports instrument_0 mode_1)
    (supports instrument_0 mode_0)
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_3)
    (supports instrument_1 mode_1)
    (power_avail satellite_1)
    (power_avail satellite_0)
    (pointing satellite_1 direction_0)
    (pointing satellite_0 direction_3)
  )
  (:goal
    (and
      (have_image direction_0 mode_1)
      (pointing satellite_0 direction_0)
    )
  )
)
