(define (problem tuesday_session)
    (:domain climbing_gym)
    (:objects
        kim joe - climber
        rope_a rope_b - rope
        blue_slab red_roof - route
    )
    (:init
        (rope_on rope_a blue_slab)
        (rope_on rope_b red_roof)
        (rope_free rope_a)
        (rope_free rope_b)
        (on_ground kim)
        (on_ground joe)
        (warm kim)
    )
    (:goal (and
        (sent kim blue_slab)
        (sent kim red_roof)
        (sent joe blue_slab)
        (on_ground kim)
        (on_ground joe)
    ))
)
