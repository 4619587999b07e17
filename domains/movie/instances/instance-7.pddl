(define (problem movie-k2-s9)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7 object_8
  )
  (:init
    (chips object_3)
    (dip object_0)
    (pop object_4)
    (cheese object_8)
    (crackers object_1)
    (chips object_7)
    (crackers object_5)
    (chips object_2)
    (chips object_6)
    (counter-at-zero)
    (movie-rewound)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-chips)
      (have-crackers)
    )
  )
)
