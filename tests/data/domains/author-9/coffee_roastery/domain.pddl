; roast small batches of green coffee
(define (domain coffee_roastery)
  (:requirements :strips)
  (:predicates (bag ?b) (roaster ?r) (tray ?t) (level ?l)
    (hot ?r) (cold ?r) (loaded ?b ?r) (is_empty ?r)
    (green ?b) (roasted ?b) (roast_level ?b ?l) (darker ?l1 ?l2)
    (cooling_on ?b ?t) (tray_clear ?t) (sealed ?b) (label_printed ?b))
  (:action preheat
    :parameters (?r)
    :precondition (and (roaster ?r) (cold ?r) (is_empty ?r))
    :effect (and (hot ?r) (not (cold ?r))))
  (:action charge_roaster
    :parameters (?b ?r)
    :precondition (and (bag ?b) (roaster ?r) (green ?b) (hot ?r) (is_empty ?r))
    :effect (and (loaded ?b ?r) (not (is_empty ?r))))
  (:action roast
    :parameters (?b ?r ?l)
    :precondition (and (loaded ?b ?r) (level ?l) (green ?b))
    :effect (and (roasted ?b) (roast_level ?b ?l) (not (green ?b))))
  (:action roast_on
    :parameters (?b ?r ?l1 ?l2)
    :precondition (and (loaded ?b ?r) (roast_level ?b ?l1) (darker ?l2 ?l1))
    :effect (and (roast_level ?b ?l2) (not (roast_level ?b ?l1))))
  (:action dump
    :parameters (?b ?r ?t)
    :precondition (and (loaded ?b ?r) (roasted ?b) (tray ?t) (tray_clear ?t))
    :effect (and (cooling_on ?b ?t) (is_empty ?r) (not (loaded ?b ?r)) (not (tray_clear ?t))))
  (:action print_label
    :parameters (?b ?l)
    :precondition (and (roast_level ?b ?l))
    :effect (label_printed ?b))
  (:action bag_up
    :parameters (?b ?t)
    :precondition (and (cooling_on ?b ?t) (label_printed ?b))
    :effect (and (sealed ?b) (tray_clear ?t) (not (cooling_on ?b ?t))))
  (:action shut_down
    :parameters (?r)
    :precondition (and (roaster ?r) (hot ?r) (is_empty ?r))
    :effect (and (cold ?r) (not (hot ?r)))))
