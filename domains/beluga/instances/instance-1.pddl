(define (problem beluga-r2-t1-h1-l1-y2-f2-e1-p1-a0-d1-o1)
  (:domain beluga)
  (:objects
    rack_0 rack_1 - rack
    trailer_1 trailer_0 - trailer
    hangar_0 - hangar
    line_0 - production-line
    beluga_0 beluga_1 - beluga
    slot_0 - slot
    type_0 type_1 - type
    jig_0 jig_1 - jig
    n00 n01 n02 n03 n04 n05 - num
  )
  (:init
    (empty hangar_0)
    (at-side trailer_1 bside)
    (empty trailer_1)
    (at-side trailer_0 fside)
    (empty trailer_0)
    (is_type jig_0 type_0)
    (size jig_0 n02)
    (empty-size jig_0 n02)
    (empty jig_0)
    (is_type jig_1 type_0)
    (size jig_1 n04)
    (empty-size jig_1 n02)
    (at-side rack_0 bside)
    (at-side rack_0 fside)
    (free-space rack_0 n00)
    (in jig_1 rack_0)
    (clear jig_1 bside)
    (clear jig_1 fside)
    (at-side rack_1 bside)
    (at-side rack_1 fside)
    (free-space rack_1 n03)
    (in jig_0 rack_1)
    (clear jig_0 bside)
    (clear jig_0 fside)
    (fit n02 n02 n04 rack_0)
    (fit n00 n04 n04 rack_0)
    (fit n00 n02 n02 rack_0)
    (fit n03 n02 n05 rack_1)
    (fit n01 n04 n05 rack_1)
    (fit n01 n02 n03 rack_1)
    (processed-flight beluga_0)
    (next-flight-to-process beluga_0 beluga_1)
    (to_unload dummy-jig beluga_0)
    (to_load dummy-type dummy-slot beluga_0)
    (to_unload dummy-jig beluga_1)
    (to_load type_0 slot_0 beluga_1)
    (next_load dummy-type slot_0 dummy-slot beluga_1)
    (to_deliver jig_1 line_0)
    (next_deliver jig_1 dummy-jig)
  )
  (:goal
    (and
      (empty jig_1)
      (to_unload dummy-jig beluga_0)
      (to_load dummy-type dummy-slot beluga_0)
      (to_unload dummy-jig beluga_1)
      (to_load dummy-type dummy-slot beluga_1)
    )
  )
)
