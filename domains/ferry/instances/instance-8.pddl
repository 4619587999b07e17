(define (problem ferry-l2-c3-m3)
  (:domain ferry)
  (:objects
    object_0 object_1 object_2 object_3 object_4
  )
  (:init
    (location object_3)
    (location object_2)
    (car object_4)
    (car object_0)
    (car object_1)
    (not-eq object_3 object_2)
    (not-eq object_2 object_3)
    (empty-ferry)
    (at-ferry object_3)
    (at object_4 object_3)
    (at object_0 object_3)
    (at object_1 object_2)
  )
  (:goal
    (and
      (at object_4 object_2)
      (at object_0 object_2)
      (at object_1 object_3)
    )
  )
)
