(define (problem grippers-r1-x3-b2)
  (:domain gripper-strips)
  (:objects
    robot_0 - robot
    gripper_0 gripper_1 - gripper
    room_0 room_1 room_2 - room
    ball_0 ball_1 - object
  )
  (:init
    (at-robby robot_0 room_2)
    (free robot_0 gripper_1)
    (free robot_0 gripper_0)
    (at ball_0 room_0)
    (at ball_1 room_1)
  )
  (:goal
    (and
      (at ball_0 room_1)
      (at ball_1 room_0)
    )
  )
)
