(define (problem movie-k3-s5)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4
  )
  (:init
    (chips object_4)
    (dip object_2)
    (pop object_3)
    (cheese object_0)
    (crackers object_1)
    (counter-at-zero)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-chips)
      (have-dip)
      (have-crackers)
    )
  )
)
