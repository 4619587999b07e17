(define (problem satellite-s2-i4-m3-d6-g5-t1)
  (:domain satellite)
  (:objects
    satellite_1 satellite_0 - satellite
    instrument_3 instrument_2 instrument_1 instrument_0 - instrument
    mode_2 mode_0 mode_1 - mode
    direction_2 direction_4 direction_1 direction_3 direction_0 direction_5 - direction
  )
  (:init
    (on_board instrument_3 satellite_1)
    (calibration_target instrument_3 direction_1)
    (supports instrument_3 mode_1)
    (on_board instrument_2 satellite_0)
    (calibration_target instrument_2 direction_1)
    (supports instrument_2 mode_0)
    (on_board instrument_1 satellite_1)
    (calibration_target instrument_1 direction_5)
    (supports instrument_1 mode_2)
    (supports instrument_1 mode_1)
    (on_board instrument_0 satellite_0)
    (calibration_target instrument_0 direction_5)
    (supports instrument_0 mode_1)
    (power_avail satellite_1)
    (power_avail satellite_0)
    (pointing satellite_1 direction_0)
    (pointing satellite_0 direction_0)
  )
  (:goal
    (and
      (have_image direction_4 mode_2)
      (have_image direction_0 mode_1)
      (have_image direction_1 mode_1)
      (have_image direction_1 mode_0)
      (have_image direction_3 mode_1)
      (pointing satellite_0 direction_0)
    )
  )
)
