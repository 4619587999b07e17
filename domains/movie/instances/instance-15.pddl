(define (problem movie-k4-s8)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7
  )
  (:init
    (chips object_5)
    (dip object_7)
    (pop object_3)
    (cheese object_2)
    (crackers object_1)
    (dip object_6)
    (crackers object_4)
    (chips object_0)
    (counter-at-zero)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-cheese)
      (have-crackers)
      (have-chips)
      (have-dip)
    )
  )
)
