(define (problem blocksworld-b7)
  (:domain blocksworld-4ops)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6
  )
  (:init
    (handempty)
    (ontable object_5)
    (on object_1 object_5)
    (on object_3 object_1)
    (clear object_3)
    (ontable object_2)
    (on object_0 object_2)
    (clear object_0)
    (ontable object_4)
    (on object_6 object_4)
    (clear object_6)
  )
  (:goal
    (and
      (on object_1 object_6)
      (on object_4 object_2)
      (on object_5 object_4)
      (on object_3 object_5)
      (on object_0 object_3)
    )
  )
)
