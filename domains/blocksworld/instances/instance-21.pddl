(define (problem blocksworld-b7)
  (:domain blocksworld-4ops)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6
  )
  (:init
    (handempty)
    (ontable object_0)
    (on object_3 object_0)
    (on object_4 object_3)
    (on object_1 object_4)
    (on object_5 object_1)
    (clear object_5)
    (ontable object_6)
    (on object_2 object_6)
    (clear object_2)
  )
  (:goal
    (and
      (on object_6 object_3)
      (on object_0 object_6)
      (on object_4 object_0)
      (on object_1 object_4)
      (on object_5 object_1)
    )
  )
)
