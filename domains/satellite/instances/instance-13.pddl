(define (problem satellite-s3-i3-m2-d5-g3-t2)
  (:domain satellite)
  (:objects
    satellite_0 satellite_1 satellite_2 - satellite
    instrument_1 instrument_2 instrument_0 - instrument
    mode_0 mode_1 - mode
    direction_1 direction_2 direction_0 direction_3 direction_4 - direction
  )
  (:init
    (on_board instrument_1 satellite_0)
    (calibration_target instrument_1 direction_1)
    (supports instrument_1 mode_1)
    (on_board instrument_2 satellite_1)
    (calibration_target instrument_2 direction_4)
    (supports instrument_2 mode_0)
    (supports instrument_2 mode_1)
    (on_board instrument_0 satellite_2)
    (calibration_target instrument_0 direction_2)
    (supports instrument_0 mode_1)
    (power_avail satellite_0)
    (power_avail satellite_1)
    (power_avail satellite_2)
    (pointing satellite_0 direction_4)
    (pointing satellite_1 direction_1)
    (pointing satellite_2 direction_4)
  )
  (:goal
    (and
      (have_image direction_0 mode_1)
      (have_image direction_4 mode_0)
      (have_image direction_2 mode_1)
      (pointing satellite_2 direction_2)
      (pointing satellite_1 direction_0)
    )
  )
)
