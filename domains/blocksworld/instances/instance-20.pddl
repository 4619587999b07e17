(define (problem blocksworld-b7)
  (:domain blocksworld-4ops)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6
  )
  (:init
    (handempty)
    (ontable object_0)
    (on object_1 object_0)
    (clear object_1)
    (ontable object_2)
    (on object_6 object_2)
    (on object_5 object_6)
    (clear object_5)
    (ontable object_3)
    (on object_4 object_3)
    (clear object_4)
  )
  (:goal
    (and
      (on object_3 object_4)
      (on object_2 object_3)
      (on object_1 object_2)
      (on object_0 object_1)
      (on object_5 object_0)
      (on object_6 object_5)
    )
  )
)
