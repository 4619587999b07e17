(define (problem blocksworld-b5)
  (:domain blocksworld-4ops)
  (:objects
    object_0 object_1 object_2 object_3 object_4
  )
  (:init
    (handempty)
    (ontable object_4)
    (on object_1 object_4)
    (on object_0 object_1)
    (clear object_0)
    (ontable object_3)
    (on object_2 object_3)
    (clear object_2)
  )
  (:goal
    (and
      (on object_1 object_2)
      (on object_4 object_1)
    )
  )
)
