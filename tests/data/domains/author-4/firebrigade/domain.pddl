(define (domain fire_brigade)
  (:requirements :strips :typing :negative-preconditions)
  (:types engine place person - object
          building hydrant station - place)
  (:predicates
    (at ?e - engine ?p - place)
    (road_between ?p1 ?p2 - place)
    (burning ?b - building)
    (trapped_in ?v - person ?b - building)
    (rescued ?v - person)
    (tank_full ?e - engine)
    (ladder_raised ?e - engine ?b - building)
    (has_ladder ?e - engine))
  (:action drive_engine
    :parameters (?e - engine ?from ?to - place)
    :precondition (and (at ?e ?from) (road_between ?from ?to))
    :effect (and (not (at ?e ?from)) (at ?e ?to)))
  (:action fill_tank
    :parameters (?e - engine ?h - hydrant)
    :precondition (and (at ?e ?h) (not (tank_full ?e)))
    :effect (tank_full ?e))
  (:action raise_ladder
    :parameters (?e - engine ?b - building)
    :precondition (and (at ?e ?b) (has_ladder ?e))
    :effect (ladder_raised ?e ?b))
  (:action rescue
    :parameters (?v - person ?b - building ?e - engine)
    :precondition (and (trapped_in ?v ?b) (ladder_raised ?e ?b))
    :effect (and (rescued ?v) (not (trapped_in ?v ?b))))
  (:action extinguish
    :parameters (?e - engine ?b - building)
    :precondition (and (at ?e ?b) (burning ?b) (tank_full ?e))
    :effect (and (not (burning ?b)) (not (tank_full ?e)))))
