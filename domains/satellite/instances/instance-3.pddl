(define (problem satellite-s1-i2-m1-d3-g1-t0)
  (:domain satellite)
  (:objects
    satellite_0 - satellite
    instrument_0 instrument_1 - instrument
    mode_0 - mode
    direction_1 direction_2 direction_0 - direction
  )
  (:init
    (on_board instrument_0 satellite_0)
    (calibration_target instrument_0 direction_0)
    (supports instrument_0 mode_0)
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_1)
    (supports instrument_1 mode_0)
    (power_avail satellite_0)
    (pointing satellite_0 direction_1)
  )
  (:goal
    (and
      (have_image direction_2 mode_0)
    )
  )
)
