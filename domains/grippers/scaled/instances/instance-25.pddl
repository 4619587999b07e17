(define (problem grippers-r1-x2-b13)
  (:domain gripper-strips)
  (:objects
    robot_0 - robot
    gripper_0 gripper_1 - gripper
    room_0 room_1 - room
    ball_0 ball_1 ball_2 ball_3 ball_4 ball_5 ball_6 ball_7 ball_8 ball_9 ball_10 ball_11 ball_12 - object
  )
  (:init
    (at-robby robot_0 room_0)
    (free robot_0 gripper_1)
    (free robot_0 gripper_0)
    (at ball_0 room_1)
    (at ball_1 room_0)
    (at ball_2 room_1)
    (at ball_3 room_0)
    (at ball_4 room_0)
    (at ball_5 room_0)
    (at ball_6 room_0)
    (at ball_7 room_1)
    (at ball_8 room_0)
    (at ball_9 room_1)
    (at ball_10 room_0)
    (at ball_11 room_0)
    (at ball_12 room_0)
  )
  (:goal
    (and
      (at ball_0 room_0)
      (at ball_1 room_1)
      (at ball_2 room_0)
      (at ball_3 room_1)
      (at ball_4 room_1)
      (at ball_5 room_1)
      (at ball_6 room_1)
      (at ball_7 room_0)
      (at ball_8 room_1)
      (at ball_9 room_0)
      (at ball_10 room_1)
      (at ball_11 room_1)
      (at ball_12 room_1)
    )
  )
)
