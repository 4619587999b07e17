(define (problem locker-monday)
  (:domain parcel-locker)
  (:objects
    jan - courier
    mia leo - customer
    shoes book lamp - parcel
    box-a - box
  )
  (:init
    (on-duty jan)
    (in-van shoes) (in-van book) (in-van lamp)
    (addressed-to shoes mia)
    (addressed-to book leo)
    (addressed-to lamp leo)
    (box-vacant box-a) (door-shut box-a)
  )
  (:goal (and (collected shoes) (collected book) (returned lamp) (door-shut box-a)))
)
