(define (problem grippers-r2-x2-b2)
  (:domain gripper-strips)
  (:objects
    robot_0 robot_1 - robot
    gripper_0 gripper_1 gripper_2 gripper_3 - gripper
    room_0 room_1 - room
    ball_0 ball_1 - object
  )
  (:init
    (at-robby robot_0 room_0)
    (at-robby robot_1 room_1)
    (free robot_0 gripper_2)
    (free robot_0 gripper_1)
    (free robot_1 gripper_0)
    (free robot_1 gripper_3)
    (at ball_0 room_1)
    (at ball_1 room_1)
  )
  (:goal
    (and
      (at ball_0 room_0)
      (at ball_1 room_0)
    )
  )
)
