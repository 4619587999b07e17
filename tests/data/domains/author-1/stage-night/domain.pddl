; A show runs scene by scene. Between scenes we are in the "changeover" phase,
; in which scenery is flown, costumes changed and lamps refocused.
(define (domain stage-night)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions :disjunctive-preconditions)
  (:types scene actor costume set-piece)
  (:predicates
    (phase-changeover)
    (phase-playing ?s - scene)
    (next-up ?s - scene)
    (scene-order ?s1 ?s2 - scene)
    (performed ?s - scene)
    (last-scene ?s - scene)
    (curtain-up)
    (appears ?a - actor ?s - scene)
    (dressed-as ?a - actor ?c - costume)
    (undressed ?a - actor)
    (role-costume ?a - actor ?s - scene ?c - costume)
    (on-hanger ?c - costume)
    (in-wings ?a - actor)
    (on-stage ?a - actor)
    (flown-in ?p - set-piece)
    (belongs-to ?p - set-piece ?s - scene)
    (bow-taken))

  (:action raise-curtain
    :parameters (?s - scene)
    :precondition (and (phase-changeover) (next-up ?s) (not (curtain-up))
      (forall (?p - set-piece) (or (not (belongs-to ?p ?s)) (flown-in ?p)))
      (forall (?a - actor) (or (not (appears ?a ?s)) (on-stage ?a))))
    :effect (and (curtain-up) (phase-playing ?s) (not (phase-changeover)) (not (next-up ?s))))

  (:action drop-curtain
    :parameters (?s ?s2 - scene)
    :precondition (and (phase-playing ?s) (curtain-up) (scene-order ?s ?s2))
    :effect (and (performed ?s) (next-up ?s2) (phase-changeover)
                 (not (phase-playing ?s)) (not (curtain-up))))

  (:action take-bow
    :parameters (?s - scene)
    :precondition (and (phase-playing ?s) (last-scene ?s) (curtain-up))
    :effect (and (performed ?s) (bow-taken) (not (phase-playing ?s))))

  (:action put-on
    :parameters (?a - actor ?c - costume)
    :precondition (and (phase-changeover) (in-wings ?a) (undressed ?a) (on-hanger ?c))
    :effect (and (dressed-as ?a ?c) (not (undressed ?a)) (not (on-hanger ?c))))

  (:action take-off
    :parameters (?a - actor ?c - costume)
    :precondition (and (phase-changeover) (in-wings ?a) (dressed-as ?a ?c))
    :effect (and (undressed ?a) (on-hanger ?c) (not (dressed-as ?a ?c))))

  (:action call-actor
    :parameters (?a - actor ?s - scene ?c - costume)
    :precondition (and (phase-changeover) (next-up ?s) (in-wings ?a)
                       (role-costume ?a ?s ?c) (dressed-as ?a ?c))
    :effect (and (on-stage ?a) (not (in-wings ?a))))

  (:action exit-actor
    :parameters (?a - actor)
    :precondition (and (phase-changeover) (on-stage ?a))
    :effect (and (in-wings ?a) (not (on-stage ?a))))

  (:action fly-in
    :parameters (?p - set-piece)
    :precondition (and (phase-changeover) (not (flown-in ?p)))
    :effect (flown-in ?p))

  (:action fly-out
    :parameters (?p - set-piece)
    :precondition (and (phase-changeover) (flown-in ?p))
    :effect (not (flown-in ?p)))
)
