(define (problem floortile-x2-y1-r1-c2-p2)
  (:domain floor-tile)
  (:objects
    tile_0 tile_1 tile_2 tile_3 - tile
    robot_0 - robot
    color_0 color_1 - color
  )
  (:init
    (robot-at robot_0 tile_1)
    (robot-has robot_0 color_0)
    (available-color color_0)
    (available-color color_1)
    (clear tile_2)
    (clear tile_0)
    (clear tile_3)
    (up tile_2 tile_3)
    (down tile_3 tile_2)
    (left tile_2 tile_0)
    (right tile_0 tile_2)
    (up tile_0 tile_1)
    (down tile_1 tile_0)
    (left tile_3 tile_1)
    (right tile_1 tile_3)
  )
  (:goal
    (and
      (painted tile_2 color_1)
      (painted tile_0 color_1)
    )
  )
)
