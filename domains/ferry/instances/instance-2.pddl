(define (problem ferry-l2-c2-m1)
  (:domain ferry)
  (:objects
    object_0 object_1 object_2 object_3
  )
  (:init
    (location object_2)
    (location object_0)
    (car object_1)
    (car object_3)
    (not-eq object_2 object_0)
    (not-eq object_0 object_2)
    (empty-ferry)
    (at-ferry object_2)
    (at object_1 object_2)
    (at object_3 object_0)
  )
  (:goal
    (and
      (at object_1 object_0)
      (at object_3 object_0)
    )
  )
)
