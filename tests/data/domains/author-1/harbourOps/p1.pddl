(define (problem harbourOps1)
(:domain harbourOps)
(:objects
  astrid borealis - ship
  k101 k102 - container
  pier1 - berth
  gantryA - crane
  slotA1 slotA2 - yardSlot
  t1 - truck)
(:init
  (= (total-cost) 0)
  (= (driveTime pier1 slotA1) 4)
  (= (driveTime pier1 slotA2) 6)
  (shipWaiting astrid) (shipWaiting borealis)
  (berthFree pier1)
  (craneServes gantryA pier1) (craneIdle gantryA)
  (onShip k101 astrid) (onShip k102 borealis)
  (truckEmpty t1) (truckAtSlot t1 slotA1)
  (slotFree slotA1) (slotFree slotA2))
(:goal (and (inSlot k101 slotA2) (inSlot k102 slotA1) (departed astrid)))
(:metric minimize (total-cost)))
