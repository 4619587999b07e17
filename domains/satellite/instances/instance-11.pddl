(define (problem satellite-s2-i3-m2-d5-g3-t0)
  (:domain satellite)
  (:objects
    satellite_0 satellite_1 - satellite
    instrument_1 instrument_2 instrument_0 - instrument
    mode_0 mode_1 - mode
    direction_2 direction_1 direction_4 direction_3 direction_0 - direction
  )
  (:init
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_2)
    (supports instrument_1 mode_0)
    (on_board instrument_2 satellite_1)
    (calibration_target instrument_2 direction_2)
    (supports instrument_2 mode_0)
    (supports instrument_2 mode_1)
    (on_board instrument_0 satellite_1)
    (calibration_target instrument_0 direction_4)
    (supports instrument_0 mode_0)
    (power_avail satellite_0)
    (power_avail satellite_1)
    (pointing satellite_0 direction_2)
    (pointing satellite_1 direction_3)
  )
  (:goal
    (and
      (have_image direction_0 mode_0)
      (have_image direction_4 mode_0)
      (have_image direction_0 mode_1)
    )
  )
)
