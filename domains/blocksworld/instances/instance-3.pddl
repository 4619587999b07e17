(define (problem blocksworld-b3)
  (:domain blocksworld-4ops)
  (:objects
    object_0 object_1 object_2
  )
  (:init
    (handempty)
    (ontable object_1)
    (on object_0 object_1)
    (on object_2 object_0)
    (clear object_2)
  )
  (:goal
    (and
      (on object_0 object_2)
      (on object_1 object_0)
    )
  )
)
