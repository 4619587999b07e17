(define (problem ferry-l2-c2-m2)
  (:domain ferry)
  (:objects
    object_0 object_1 object_2 object_3
  )
  (:init
    (location object_1)
    (location object_2)
    (car object_0)
    (car object_3)
    (not-eq object_1 object_2)
    (not-eq object_2 object_1)
    (empty-ferry)
    (at-ferry object_2)
    (at object_0 object_2)
    (at object_3 object_1)
  )
  (:goal
    (and
      (at object_0 object_1)
      (at object_3 object_2)
    )
  )
)
