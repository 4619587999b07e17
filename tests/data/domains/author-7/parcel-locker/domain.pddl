(define (domain parcel-locker)
  (:requirements :strips :typing)
  (:types courier customer parcel box)

  (:predicates
    (in-van ?parcel - parcel)
    (stored-in ?parcel - parcel ?box - box)
    (box-vacant ?box - box)
    (door-open ?box - box)
    (door-shut ?box - box)
    (addressed-to ?parcel - parcel ?customer - customer)
    (code-sent ?customer - customer ?box - box)
    (collected ?parcel - parcel)
    (on-duty ?courier - courier)
    (returned ?parcel - parcel)
  )

  (:action open-for-courier
    :parameters (?courier - courier ?box - box)
    :precondition (and (on-duty ?courier) (door-shut ?box) (box-vacant ?box))
    :effect (and (door-open ?box) (not (door-shut ?box)))
  )

  (:action drop-parcel
    :parameters (?courier - courier ?parcel - parcel ?box - box)
    :precondition (and (on-duty ?courier) (in-van ?parcel) (door-open ?box) (box-vacant ?box))
    :effect (and (stored-in ?parcel ?box) (not (in-van ?parcel)) (not (box-vacant ?box)))
  )

  (:action shut-door
    :parameters (?box - box)
    :precondition (and (door-open ?box))
    :effect (and (door-shut ?box) (not (door-open ?box)))
  )

  (:action send-code
    :parameters (?parcel - parcel ?box - box ?customer - customer)
    :precondition (and (stored-in ?parcel ?box) (door-shut ?box) (addressed-to ?parcel ?customer))
    :effect (and (code-sent ?customer ?box))
  )

  (:action enter-code
    :parameters (?customer - customer ?box - box)
    :precondition (and (code-sent ?customer ?box) (door-shut ?box))
    :effect (and (door-open ?box) (not (door-shut ?box)) (not (code-sent ?customer ?box)))
  )

  (:action collect-parcel
    :parameters (?customer - customer ?parcel - parcel ?box - box)
    :precondition (and (stored-in ?parcel ?box) (door-open ?box) (addressed-to ?parcel ?customer))
    :effect (and (collected ?parcel) (box-vacant ?box) (not (stored-in ?parcel ?box)))
  )

  (:action return-to-depot
    :parameters (?courier - courier ?parcel - parcel)
    :precondition (and (on-duty ?courier) (in-van ?parcel))
    :effect (and (returned ?parcel) (not (in-van ?parcel)))
  )
)
