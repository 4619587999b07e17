(define (problem depot-e2-i1-t2-p3-h3-c2)
  (:domain depots)
  (:objects
    depot_0 depot_1 - depot
    distributor_0 - distributor
    truck_0 truck_1 - truck
    pallet_0 pallet_1 pallet_2 - pallet
    hoist_0 hoist_1 hoist_2 - hoist
    crate_0 crate_1 - crate
  )
  (:init
    (at truck_0 depot_1)
    (at truck_1 depot_1)
    (at hoist_0 depot_1)
    (available hoist_0)
    (at hoist_1 depot_0)
    (available hoist_1)
    (at hoist_2 distributor_0)
    (available hoist_2)
    (at pallet_0 depot_1)
    (clear pallet_0)
    (at pallet_1 distributor_0)
    (at crate_1 distributor_0)
    (clear crate_1)
    (at pallet_2 depot_0)
    (at crate_0 depot_0)
    (clear crate_0)
    (on crate_1 pallet_1)
    (on crate_0 pallet_2)
  )
  (:goal
    (and
      (on crate_0 pallet_0)
      (on crate_1 pallet_2)
    )
  )
)
