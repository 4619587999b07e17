(define (domain postround)
  (:requirements :strips)
  (:predicates
    (house ?h) (letter ?l) (parcel ?l)
    (postie-at ?h)
    (street ?h1 ?h2)
    (in-bag ?l)
    (addressed ?l ?h)
    (letterbox ?h)
    (someone-home ?h)
    (dropped-at ?l ?h)
    (card-left ?h))
  (:action cycle
    :parameters (?h1 ?h2)
    :precondition (and (house ?h1) (house ?h2) (postie-at ?h1) (street ?h1 ?h2))
    :effect (and (postie-at ?h2) (not (postie-at ?h1))))
  (:action drop-letter
    :parameters (?l ?h)
    :precondition (and (letter ?l) (house ?h) (postie-at ?h) (in-bag ?l) (addressed ?l ?h) (letterbox ?h))
    :effect (and (dropped-at ?l ?h) (not (in-bag ?l))))
  (:action hand-parcel
    :parameters (?l ?h)
    :precondition (and (parcel ?l) (house ?h) (postie-at ?h) (in-bag ?l) (addressed ?l ?h) (someone-home ?h))
    :effect (and (dropped-at ?l ?h) (not (in-bag ?l))))
  (:action leave-with-neighbour
    :parameters (?l ?h1 ?h2)
    :precondition (and (parcel ?l) (addressed ?l ?h1) (card-left ?h1) (street ?h1 ?h2)
                       (postie-at ?h2) (in-bag ?l) (someone-home ?h2))
    :effect (and (dropped-at ?l ?h2) (not (in-bag ?l))))
  (:action leave-card
    :parameters (?h)
    :precondition (and (house ?h) (postie-at ?h) (letterbox ?h))
    :effect (card-left ?h)))
