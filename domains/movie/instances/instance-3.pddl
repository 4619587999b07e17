(define (problem movie-k1-s9)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7 object_8
  )
  (:init
    (chips object_5)
    (dip object_7)
    (pop object_6)
    (cheese object_1)
    (crackers object_2)
    (crackers object_0)
    (dip object_3)
    (cheese object_8)
    (pop object_4)
    (counter-at-zero)
    (movie-rewound)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-crackers)
    )
  )
)
