(define (problem satellite-s1-i2-m2-d5-g3-t0)
  (:domain satellite)
  (:objects
    satellite_0 - satellite
    instrument_1 instrument_0 - instrument
    mode_1 mode_0 - mode
    direction_3 direction_0 direction_4 direction_2 direction_1 - direction
  )
  (:init
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_0)
    (supports instrument_1 mode_1)
    (on_board instrument_0 satellite_0)
    (calibration_target instrument_0 direction_4)
    (supports instrument_0 mode_1)
    (supports instrument_0 mode_0)
    (power_avail satellite_0)
    (pointing satellite_0 direction_3)
  )
  (:goal
    (and
      (have_image direction_2 mode_1)
      (have_image direction_0 mode_1)
      (have_image direction_1 mode_1)
    )
  )
)
