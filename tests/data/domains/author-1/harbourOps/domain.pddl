(define (domain harbourOps)
(:requirements :typing :action-costs)
(:types ship container berth crane yardSlot truck - object)
(:predicates
  (shipWaiting ?s - ship)
  (dockedAt ?s - ship ?b - berth)
  (berthFree ?b - berth)
  (departed ?s - ship)
  (craneServes ?c - crane ?b - berth)
  (craneIdle ?c - crane)
  (craneHolds ?c - crane ?k - container)
  (onShip ?k - container ?s - ship)
  (onTruck ?k - container ?t - truck)
  (truckEmpty ?t - truck)
  (truckAtBerth ?t - truck ?b - berth)
  (truckAtSlot ?t - truck ?y - yardSlot)
  (slotFree ?y - yardSlot)
  (inSlot ?k - container ?y - yardSlot))
(:functions
  (total-cost) - number
  (driveTime ?b - berth ?y - yardSlot) - number)

(:action dockShip
  :parameters (?s - ship ?b - berth)
  :precondition (and (shipWaiting ?s) (berthFree ?b))
  :effect (and (dockedAt ?s ?b) (not (shipWaiting ?s)) (not (berthFree ?b))
               (increase (total-cost) 10)))

(:action liftContainer
  :parameters (?c - crane ?k - container ?s - ship ?b - berth)
  :precondition (and (craneServes ?c ?b) (dockedAt ?s ?b) (onShip ?k ?s) (craneIdle ?c))
  :effect (and (craneHolds ?c ?k) (not (craneIdle ?c)) (not (onShip ?k ?s))
               (increase (total-cost) 3)))

(:action lowerOntoTruck
  :parameters (?c - crane ?k - container ?t - truck ?b - berth)
  :precondition (and (craneServes ?c ?b) (craneHolds ?c ?k) (truckAtBerth ?t ?b) (truckEmpty ?t))
  :effect (and (onTruck ?k ?t) (craneIdle ?c) (not (craneHolds ?c ?k)) (not (truckEmpty ?t))
               (increase (total-cost) 3)))

(:action lowerOntoShip
  :parameters (?c - crane ?k - container ?s - ship ?b - berth)
  :precondition (and (craneServes ?c ?b) (craneHolds ?c ?k) (dockedAt ?s ?b))
  :effect (and (onShip ?k ?s) (craneIdle ?c) (not (craneHolds ?c ?k))
               (increase (total-cost) 3)))

(:action driveToYard
  :parameters (?t - truck ?b - berth ?y - yardSlot)
  :precondition (truckAtBerth ?t ?b)
  :effect (and (truckAtSlot ?t ?y) (not (truckAtBerth ?t ?b))
               (increase (total-cost) (driveTime ?b ?y))))

(:action driveToQuay
  :parameters (?t - truck ?y - yardSlot ?b - berth)
  :precondition (truckAtSlot ?t ?y)
  :effect (and (truckAtBerth ?t ?b) (not (truckAtSlot ?t ?y))
               (increase (total-cost) (driveTime ?b ?y))))

(:action storeContainer
  :parameters (?t - truck ?k - container ?y - yardSlot)
  :precondition (and (truckAtSlot ?t ?y) (onTruck ?k ?t) (slotFree ?y))
  :effect (and (inSlot ?k ?y) (truckEmpty ?t) (not (onTruck ?k ?t)) (not (slotFree ?y))
               (increase (total-cost) 2)))

(:action castOff
  :parameters (?s - ship ?b - berth)
  :precondition (dockedAt ?s ?b)
  :effect (and (departed ?s) (berthFree ?b) (not (dockedAt ?s ?b))
               (increase (total-cost) 5)))
)
