; valves, pump and beds; uses conditional effects
(define (domain garden-irrigation)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types valve bed)
  (:predicates
    (open ?v - valve)
    (feeds ?v - valve ?b - bed)
    (watered ?b - bed)
    (weedy ?b - bed)
    (planted ?b - bed)
    (pump-running)
    (tank-full)
  )
  (:action fill-tank
    :parameters ()
    :precondition (and (not (tank-full)) (not (pump-running)))
    :effect (tank-full))
  (:action open-valve
    :parameters (?v - valve)
    :precondition (and (not (open ?v)) (not (pump-running)))
    :effect (open ?v))
  (:action close-valve
    :parameters (?v - valve)
    :precondition (and (open ?v) (not (pump-running)))
    :effect (not (open ?v)))
  (:action start-pump
    :parameters ()
    :precondition (and (tank-full) (not (pump-running)))
    :effect (and (pump-running)
                 (not (tank-full))
                 (forall (?v - valve ?b - bed)
                   (when (and (open ?v) (feeds ?v ?b))
                         (watered ?b)))))
  (:action stop-pump
    :parameters ()
    :precondition (pump-running)
    :effect (not (pump-running)))
  (:action weed
    :parameters (?b - bed)
    :precondition (and (weedy ?b) (not (watered ?b)))
    :effect (not (weedy ?b)))
  (:action plant
    :parameters (?b - bed)
    :precondition (and (watered ?b) (not (weedy ?b)) (not (planted ?b)))
    :effect (planted ?b))
)
