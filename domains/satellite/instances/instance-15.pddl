(define (problem satellite-s1-i3-m3-d5-g4-t0)
  (:domain satellite)
  (:objects
    satellite_0 - satellite
    instrument_0 instrument_2 instrument_1 - instrument
    mode_0 mode_1 mode_2 - mode
    direction_2 direction_0 direction_4 direction_1 direction_3 - direction
  )
  (:init
    (on_board instrument_0 satellite_0)
    (calibration_target instrument_0 direction_1)
    (supports instrument_0 mode_0)
    (supports instrument_0 mode_2)
    (on_board instrument_2 satellite_0)
    (calibration_target instrument_2 direction_2)
    (supports instrument_2 mode_1)
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_1)
    (supports instrument_1 mode_0)
    (power_avail satellite_0)
    (pointing satellite_0 direction_2)
  )
  (:goal
    (and
      (have_image direction_1 mode_1)
      (have_image direction_0 mode_1)
      (have_image direction_4 mode_1)
      (have_image direction_2 mode_0)
    )
  )
)
