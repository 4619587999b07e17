(define (domain choir_rehearsal)
  (:requirements :strips :typing)
  (:types singer voice piece hall)
  (:predicates
    (sings_part ?s - singer ?v - voice)
    (knows ?s - singer ?p - piece)
    (has_score ?s - singer ?p - piece)
    (arrived ?s - singer)
    (warmed_up ?s - singer)
    (hoarse ?s - singer)
    (hall_booked ?h - hall)
    (hall_unlocked ?h - hall)
    (piano_tuned ?h - hall)
    (part_of ?v - voice ?p - piece)
    (learned ?v - voice ?p - piece)
    (rehearsed ?p - piece)
    (performed ?p - piece ?h - hall)
    (precedes ?p1 ?p2 - piece)
    (pitch_given))
  (:action book_hall
    :parameters (?h - hall)
    :precondition ()
    :effect (hall_booked ?h))
  (:action unlock
    :parameters (?h - hall)
    :precondition (hall_booked ?h)
    :effect (hall_unlocked ?h))
  (:action arrive
    :parameters (?s - singer ?h - hall)
    :precondition (hall_unlocked ?h)
    :effect (arrived ?s))
  (:action tune_piano
    :parameters (?h - hall)
    :precondition (hall_unlocked ?h)
    :effect (piano_tuned ?h))
  (:action warm_up
    :parameters (?s - singer)
    :precondition (arrived ?s)
    :effect (and (warmed_up ?s) (not (hoarse ?s))))
  (:action hand_out_score
    :parameters (?s - singer ?p - piece)
    :precondition (arrived ?s)
    :effect (has_score ?s ?p))
  (:action practise_part
    :parameters (?s - singer ?v - voice ?p - piece)
    :precondition (and (sings_part ?s ?v) (part_of ?v ?p) (has_score ?s ?p) (warmed_up ?s))
    :effect (and (knows ?s ?p) (learned ?v ?p)))
  (:action give_pitch
    :parameters (?h - hall)
    :precondition (piano_tuned ?h)
    :effect (pitch_given))
  (:action rehearse
    :parameters (?p - piece ?v1 ?v2 - voice)
    :precondition (and (learned ?v1 ?p) (learned ?v2 ?p) (pitch_given))
    :effect (and (rehearsed ?p) (not (pitch_given))))
  (:action perform_after
    :parameters (?p1 ?p2 - piece ?h - hall)
    :precondition (and (performed ?p1 ?h) (precedes ?p1 ?p2) (rehearsed ?p2))
    :effect (performed ?p2 ?h))
  (:action collect_score
    :parameters (?s - singer ?p - piece)
    :precondition (and (has_score ?s ?p) (rehearsed ?p))
    :effect (not (has_score ?s ?p))))
