(define (problem blocksworld-b6)
  (:domain blocksworld-4ops)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5
  )
  (:init
    (handempty)
    (ontable object_4)
    (on object_3 object_4)
    (on object_5 object_3)
    (on object_2 object_5)
    (on object_1 object_2)
    (on object_0 object_1)
    (clear object_0)
  )
  (:goal
    (and
      (on object_1 object_4)
      (on object_5 object_1)
      (on object_2 object_5)
      (on object_0 object_2)
      (on object_3 object_0)
    )
  )
)
