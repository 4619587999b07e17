(define (problem movie-k1-s12)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7 object_8 object_9 object_10 object_11
  )
  (:init
    (chips object_10)
    (dip object_7)
    (pop object_2)
    (cheese object_0)
    (crackers object_1)
    (pop object_4)
    (chips object_6)
    (dip object_3)
    (pop object_5)
    (crackers object_8)
    (chips object_9)
    (crackers object_11)
    (counter-at-other-than-zero)
    (movie-rewound)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-chips)
    )
  )
)
