; sorting belt, v2: belt and arms alternate
(define (domain SORTLINE_V2)
  (:requirements :typing :conditional-effects :negative-preconditions :existential-preconditions :equality)
  (:types item cell arm bin material)
  (:predicates
    (ON_BELT ?i - item ?c - cell)
    (NXT ?c1 ?c2 - cell)
    (FIRST_CELL ?c - cell)
    (WAITING ?i - item)
    (ARM_OVER ?a - arm ?c - cell ?b - bin)
    (SCANNER_OVER ?c - cell)
    (SCANNED ?i - item)
    (MADE_OF ?i - item ?m - material)
    (ACCEPTS ?b - bin ?m - material)
    (IN_BIN ?i - item ?b - bin)
    (PHASE_BELT)
    (PHASE_ARMS)
    (USED ?a - arm))

  (:action FEED_ITEM
    :parameters (?i - item ?c - cell)
    :precondition (and (PHASE_ARMS) (WAITING ?i) (FIRST_CELL ?c)
                       (not (exists (?j - item) (ON_BELT ?j ?c))))
    :effect (and (ON_BELT ?i ?c) (not (WAITING ?i))))

  (:action ADVANCE_BELT
    :parameters ()
    :precondition (PHASE_BELT)
    :effect (and (not (PHASE_BELT)) (PHASE_ARMS)
      (forall (?a - arm) (not (USED ?a)))
      (forall (?i - item ?c ?d - cell)
        (when (and (ON_BELT ?i ?c) (NXT ?c ?d))
              (and (not (ON_BELT ?i ?c)) (ON_BELT ?i ?d))))))

  (:action SCAN_ITEM
    :parameters (?i - item ?c - cell)
    :precondition (and (PHASE_ARMS) (ON_BELT ?i ?c) (SCANNER_OVER ?c))
    :effect (SCANNED ?i))

  (:action KICK_TO_BIN
    :parameters (?a - arm ?i - item ?c - cell ?b - bin ?m - material)
    :precondition (and (PHASE_ARMS) (ARM_OVER ?a ?c ?b) (ON_BELT ?i ?c) (SCANNED ?i)
                       (MADE_OF ?i ?m) (ACCEPTS ?b ?m) (not (USED ?a)))
    :effect (and (IN_BIN ?i ?b) (not (ON_BELT ?i ?c)) (USED ?a)))

  (:action END_ARM_PHASE
    :parameters ()
    :precondition (PHASE_ARMS)
    :effect (and (not (PHASE_ARMS)) (PHASE_BELT)))
)
