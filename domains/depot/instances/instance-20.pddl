(define (problem depot-e1-i1-t1-p3-h2-c4)
  (:domain depots)
  (:objects
    depot_0 - depot
    distributor_0 - distributor
    truck_0 - truck
    pallet_0 pallet_1 pallet_2 - pallet
    hoist_0 hoist_1 - hoist
    crate_0 crate_1 crate_2 crate_3 - crate
  )
  (:init
    (at truck_0 distributor_0)
    (at hoist_0 depot_0)
    (available hoist_0)
    (at hoist_1 distributor_0)
    (available hoist_1)
    (at pallet_0 depot_0)
    (at crate_3 depot_0)
    (at crate_1 depot_0)
    (at crate_2 depot_0)
    (clear crate_2)
    (at pallet_1 distributor_0)
    (clear pallet_1)
    (at pallet_2 depot_0)
    (at crate_0 depot_0)
    (clear crate_0)
    (on crate_3 pallet_0)
    (on crate_1 crate_3)
    (on crate_2 crate_1)
    (on crate_0 pallet_2)
  )
  (:goal
    (and
      (on crate_0 pallet_0)
      (on crate_3 crate_0)
      (on crate_1 pallet_1)
      (on crate_2 crate_1)
    )
  )
)
