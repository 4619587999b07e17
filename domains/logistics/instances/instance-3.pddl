(define (problem logistics-c2-s1-p1-a1)
  (:domain logistics)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7
  )
  (:init
    (airplane object_1)
    (package object_7)
    (city object_4)
    (truck object_6)
    (airport object_3)
    (location object_3)
    (in-city object_3 object_4)
    (city object_2)
    (truck object_0)
    (airport object_5)
    (location object_5)
    (in-city object_5 object_2)
    (at object_6 object_3)
    (at object_0 object_5)
    (at object_1 object_5)
    (at object_7 object_3)
  )
  (:goal
    (and
      (at object_7 object_5)
    )
  )
)
