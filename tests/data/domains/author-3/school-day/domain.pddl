(define (domain school-day)
  (:requirements :strips :typing)
  (:types person room subject - object
          teacher pupil - person)
  (:predicates
    (is-in ?p - person ?r - room)
    (can-teach ?t - teacher ?s - subject)
    (studied ?p - pupil ?s - subject)
    (requires ?s1 ?s2 - subject)
    (basic ?s - subject)
    (lesson-on ?s - subject ?t - teacher ?r - room)
    (no-lesson ?r - room)
    (adjacent ?r1 ?r2 - room)
    (passed-exam ?p - pupil ?s - subject))
  (:action change-room
    :parameters (?p - person ?from ?to - room)
    :precondition (and (is-in ?p ?from) (adjacent ?from ?to) (no-lesson ?from))
    :effect (and (is-in ?p ?to) (not (is-in ?p ?from))))
  (:action start-lesson
    :parameters (?t - teacher ?s - subject ?r - room)
    :precondition (and (is-in ?t ?r) (can-teach ?t ?s) (no-lesson ?r))
    :effect (and (lesson-on ?s ?t ?r) (not (no-lesson ?r))))
  (:action end-lesson
    :parameters (?t - teacher ?s - subject ?r - room)
    :precondition (lesson-on ?s ?t ?r)
    :effect (and (no-lesson ?r) (not (lesson-on ?s ?t ?r))))
  (:action study-basic
    :parameters (?p - pupil ?s - subject ?t - teacher ?r - room)
    :precondition (and (is-in ?p ?r) (lesson-on ?s ?t ?r) (basic ?s))
    :effect (studied ?p ?s))
  (:action study-advanced
    :parameters (?p - pupil ?s1 ?s2 - subject ?t - teacher ?r - room)
    :precondition (and (is-in ?p ?r) (lesson-on ?s1 ?t ?r) (requires ?s1 ?s2) (passed-exam ?p ?s2))
    :effect (studied ?p ?s1))
  (:action sit-exam
    :parameters (?p - pupil ?s - subject)
    :precondition (studied ?p ?s)
    :effect (passed-exam ?p ?s)))
