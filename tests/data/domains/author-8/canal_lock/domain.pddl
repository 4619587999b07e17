(define (domain canal_lock)
  (:requirements :strips :typing :negative-preconditions)
  (:types boat pound lock side)
  (:predicates
    (moored ?b - boat ?p - pound)
    (in_lock ?b - boat ?l - lock)
    (vacant ?l - lock)
    (water_at ?l - lock ?s - side)
    (gate_open ?l - lock ?s - side)
    (leads_to ?l - lock ?s - side ?p - pound))
  (:action work_paddles
    :parameters (?l - lock ?from ?to - side)
    :precondition (and (water_at ?l ?from) (not (gate_open ?l ?from)) (not (gate_open ?l ?to)))
    :effect (and (not (water_at ?l ?from)) (water_at ?l ?to)))
  (:action open_gate
    :parameters (?l - lock ?s - side)
    :precondition (and (water_at ?l ?s) (not (gate_open ?l ?s)))
    :effect (gate_open ?l ?s))
  (:action shut_gate
    :parameters (?l - lock ?s - side)
    :precondition (gate_open ?l ?s)
    :effect (not (gate_open ?l ?s)))
  (:action steer_in
    :parameters (?b - boat ?p - pound ?l - lock ?s - side)
    :precondition (and (moored ?b ?p) (leads_to ?l ?s ?p) (gate_open ?l ?s) (vacant ?l))
    :effect (and (in_lock ?b ?l) (not (moored ?b ?p)) (not (vacant ?l))))
  (:action steer_out
    :parameters (?b - boat ?l - lock ?s - side ?p - pound)
    :precondition (and (in_lock ?b ?l) (leads_to ?l ?s ?p) (gate_open ?l ?s))
    :effect (and (moored ?b ?p) (vacant ?l) (not (in_lock ?b ?l)))))
