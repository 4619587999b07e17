(define (domain vending)
  (:requirements :strips :typing :negative-preconditions)
  (:types machine slot product technician - object)
  (:predicates
    (slot_of ?s - slot ?m - machine)
    (slot_empty ?s - slot)
    (loaded ?s - slot ?p - product)
    (in_crate ?p - product)
    (unlocked ?m - machine)
    (powered ?m - machine)
    (jammed ?s - slot)
    (cash_box_full ?m - machine)
    (tech_at ?t - technician ?m - machine)
    (in_service ?m - machine))
  (:action move_tech
    :parameters (?t - technician ?m1 - machine ?m2 - machine)
    :precondition (and (tech_at ?t ?m1) (not (unlocked ?m1)))
    :effect (and (tech_at ?t ?m2) (not (tech_at ?t ?m1))))
  (:action unlock_machine
    :parameters (?t - technician ?m - machine)
    :precondition (and (tech_at ?t ?m) (not (unlocked ?m)))
    :effect (and (unlocked ?m) (not (in_service ?m))))
  (:action switch_off
    :parameters (?t - technician ?m - machine)
    :precondition (and (tech_at ?t ?m) (unlocked ?m) (powered ?m))
    :effect (not (powered ?m)))
  (:action switch_on
    :parameters (?t - technician ?m - machine)
    :precondition (and (tech_at ?t ?m) (unlocked ?m) (not (powered ?m)))
    :effect (powered ?m))
  (:action clear_jam
    :parameters (?t - technician ?m - machine ?s - slot)
    :precondition (and (tech_at ?t ?m) (slot_of ?s ?m) (unlocked ?m) (not (powered ?m)) (jammed ?s))
    :effect (not (jammed ?s)))
  (:action load_slot
    :parameters (?t - technician ?m - machine ?s - slot ?p - product)
    :precondition (and (tech_at ?t ?m) (slot_of ?s ?m) (unlocked ?m)
                       (slot_empty ?s) (not (jammed ?s)) (in_crate ?p))
    :effect (and (loaded ?s ?p) (not (slot_empty ?s)) (not (in_crate ?p))))
  (:action empty_cash_box
    :parameters (?t - technician ?m - machine)
    :precondition (and (tech_at ?t ?m) (unlocked ?m) (cash_box_full ?m))
    :effect (not (cash_box_full ?m)))
  (:action lock_machine
    :parameters (?t - technician ?m - machine)
    :precondition (and (tech_at ?t ?m) (unlocked ?m) (powered ?m) (not (cash_box_full ?m)))
    :effect (and (not (unlocked ?m)) (in_service ?m))))
