(define (problem satellite-s2-i3-m3-d7-g6-t2)
  (:domain satellite)
  (:objects
    satellite_1 satellite_0 - satellite
    instrument_0 instrument_1 instrument_2 - instrument
    mode_1 mode_2 mode_0 - mode
    direction_1 direction_3 direction_0 direction_5 direction_6 direction_4 direction_2 - direction
  )
  (:init
    (on_board instrument_0 satellite_1)
    (calibration_target instrument_0 direction_2)
    (supports instrument_0 mode_2)
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_2)
    (supports instrument_1 mode_2)
    (supports instrument_1 mode_0)
    (on_board instrument_2 satellite_0)
    (calibration_target instrument_2 direction_0)
    (supports instrument_2 mode_1)
    (power_avail satellite_1)
    (power_avail satellite_0)
    (pointing satellite_1 direction_0)
    (pointing satellite_0 direction_3)
  )
  (:goal
    (and
      (have_image direction_1 mode_2)
      (have_image direction_5 mode_2)
      (have_image direction_0 mode_2)
      (have_image direction_6 mode_1)
      (have_image direction_0 mode_1)
      (have_image direction_4 mode_2)
      (pointing satellite_0 direction_6)
      (pointing satellite_1 direction_1)
    )
  )
)
