(define (problem movie-k2-s6)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5
  )
  (:init
    (chips object_2)
    (dip object_3)
    (pop object_4)
    (cheese object_1)
    (crackers object_5)
    (dip object_0)
    (counter-at-zero)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-crackers)
      (have-cheese)
    )
  )
)
