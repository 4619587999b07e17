(define (problem movie-k3-s10)
  (:domain movie-strips-complex)
  (:objects
    object_0 object_1 object_2 object_3 object_4 object_5 object_6 object_7 object_8 object_9
  )
  (:init
    (chips object_1)
    (dip object_6)
    (pop object_4)
    (cheese object_7)
    (crackers object_8)
    (chips object_2)
    (crackers object_0)
    (cheese object_5)
    (cheese object_9)
    (pop object_3)
    (counter-at-zero)
  )
  (:goal
    (and
      (movie-rewound)
      (counter-at-zero)
      (have-cheese)
      (have-pop)
      (have-chips)
    )
  )
)
