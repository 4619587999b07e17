(define (domain observatory)
  (:requirements :strips :typing)
  (:types telescope dome filter target)
  (:predicates
    (housed_in ?t - telescope ?d - dome)
    (dome_open ?d - dome)
    (dome_closed ?d - dome)
    (pointing_at ?t - telescope ?s - target)
    (filter_mounted ?f - filter ?t - telescope)
    (filter_available ?f - filter)
    (slot_empty ?t - telescope)
    (can_reach ?t - telescope ?s - target)
    (focused ?t - telescope)
    (have_exposure ?s - target ?f - filter))
  (:action open_dome
    :parameters (?d - dome)
    :precondition (dome_closed ?d)
    :effect (and (dome_open ?d) (not (dome_closed ?d))))
  (:action close_dome
    :parameters (?d - dome)
    :precondition (dome_open ?d)
    :effect (and (dome_closed ?d) (not (dome_open ?d))))
  (:action slew
    :parameters (?t - telescope ?s1 ?s2 - target)
    :precondition (and (pointing_at ?t ?s1) (can_reach ?t ?s2))
    :effect (and (pointing_at ?t ?s2) (not (pointing_at ?t ?s1)) (not (focused ?t))))
  (:action mount_filter
    :parameters (?f - filter ?t - telescope)
    :precondition (and (filter_available ?f) (slot_empty ?t))
    :effect (and (filter_mounted ?f ?t) (not (filter_available ?f)) (not (slot_empty ?t)) (not (focused ?t))))
  (:action remove_filter
    :parameters (?f - filter ?t - telescope)
    :precondition (filter_mounted ?f ?t)
    :effect (and (filter_available ?f) (slot_empty ?t) (not (filter_mounted ?f ?t))))
  (:action focus
    :parameters (?t - telescope ?d - dome)
    :precondition (and (housed_in ?t ?d) (dome_open ?d))
    :effect (focused ?t))
  (:action expose
    :parameters (?t - telescope ?s - target ?f - filter ?d - dome)
    :precondition (and (housed_in ?t ?d) (dome_open ?d) (pointing_at ?t ?s) (filter_mounted ?f ?t) (focused ?t))
    :effect (have_exposure ?s ?f)))
