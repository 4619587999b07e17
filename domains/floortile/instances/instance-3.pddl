(define (problem floortile-x2-y2-r1-c2-p2)
  (:domain floor-tile)
  (:objects
    tile_0 tile_1 tile_2 tile_3 tile_4 tile_5 - tile
    robot_0 - robot
    color_0 color_1 - color
  )
  (:init
    (robot-at robot_0 tile_2)
    (robot-has robot_0 color_0)
    (available-color color_0)
    (available-color color_1)
    (clear tile_4)
    (clear tile_3)
    (clear tile_1)
    (clear tile_0)
    (clear tile_5)
    (up tile_4 tile_1)
    (down tile_1 tile_4)
    (left tile_4 tile_3)
    (right tile_3 tile_4)
    (up tile_3 tile_0)
    (down tile_0 tile_3)
    (up tile_1 tile_2)
    (down tile_2 tile_1)
    (left tile_1 tile_0)
    (right tile_0 tile_1)
    (up tile_0 tile_5)
    (down tile_5 tile_0)
    (left tile_2 tile_5)
    (right tile_5 tile_2)
  )
  (:goal
    (and
      (painted tile_0 color_0)
      (painted tile_4 color_0)
    )
  )
)
