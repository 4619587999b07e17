(define (problem movie-k2-s9)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7 object_8
  )
  (:init
    (chips object_1)
    (dip object_8)
    (pop object_7)
    (cheese object_0)
    (crackers object_2)
    (chips object_6)
    (crackers object_5)
    (cheese object_4)
    (crackers object_3)
    (counter-at-other-than-zero)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-dip)
      (have-crackers)
    )
  )
)
