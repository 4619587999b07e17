(define (problem movie-k1-s5)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4
  )
  (:init
    (chips object_3)
    (dip object_2)
    (pop object_1)
    (cheese object_4)
    (crackers object_0)
    (counter-at-zero)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-crackers)
    )
  )
)
