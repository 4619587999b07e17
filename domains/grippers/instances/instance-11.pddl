(define (problem grippers-r1-x4-b3)
  (:domain gripper-strips)
  (:objects
    robot_0 - robot
    gripper_0 gripper_1 - gripper
    room_0 room_1 room_2 room_3 - room
    ball_0 ball_1 ball_2 - object
  )
  (:init
    (at-robby robot_0 room_0)
    (free robot_0 gripper_0)
    (free robot_0 gripper_1)
    (at ball_0 room_2)
    (at ball_1 room_2)
    (at ball_2 room_1)
  )
  (:goal
    (and
      (at ball_0 room_0)
      (at ball_1 room_1)
      (at ball_2 room_2)
    )
  )
)
