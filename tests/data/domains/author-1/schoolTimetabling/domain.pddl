; exercise 4.3 - assign lessons to periods
(define (domain schoolTimetabling)
  (:requirements :strips :typing :negative-preconditions)
  (:types Teacher Class Subject Room Period Num)
  (:predicates
    (teaches ?t - Teacher ?s - Subject)
    (freeTeacher ?t - Teacher ?p - Period)
    (freeClass ?c - Class ?p - Period)
    (freeRoom ?r - Room ?p - Period)
    (suitable ?r - Room ?s - Subject)
    (lessonsLeft ?c - Class ?s - Subject ?n - Num)
    (pred ?n ?m - Num)
    (lesson ?c - Class ?s - Subject ?p - Period)
    (taughtBy ?c - Class ?p - Period ?t - Teacher ?r - Room))

  (:action scheduleLesson
    :parameters (?c - Class ?s - Subject ?t - Teacher ?r - Room ?p - Period ?n ?m - Num)
    :precondition (and (teaches ?t ?s) (suitable ?r ?s)
                       (freeTeacher ?t ?p) (freeClass ?c ?p) (freeRoom ?r ?p)
                       (lessonsLeft ?c ?s ?n) (pred ?n ?m))
    :effect (and (lesson ?c ?s ?p) (taughtBy ?c ?p ?t ?r)
                 (not (freeTeacher ?t ?p)) (not (freeClass ?c ?p)) (not (freeRoom ?r ?p))
                 (not (lessonsLeft ?c ?s ?n)) (lessonsLeft ?c ?s ?m)))

  (:action cancelLesson
    :parameters (?c - Class ?s - Subject ?t - Teacher ?r - Room ?p - Period ?n ?m - Num)
    :precondition (and (lesson ?c ?s ?p) (taughtBy ?c ?p ?t ?r)
                       (lessonsLeft ?c ?s ?m) (pred ?n ?m))
    :effect (and (not (lesson ?c ?s ?p)) (not (taughtBy ?c ?p ?t ?r))
                 (freeTeacher ?t ?p) (freeClass ?c ?p) (freeRoom ?r ?p)
                 (not (lessonsLeft ?c ?s ?m)) (lessonsLeft ?c ?s ?n)))
)
