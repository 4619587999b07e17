; A coach takes pupils on a day out
(define (domain school-trip)
  (:requirements :adl :typing)
  (:types person place - object
          pupil teacher - person)
  (:predicates
    (coach-at ?x - place)
    (at ?p - person ?x - place)
    (seated ?p - person)
    (road ?src ?dst - place)
    (belted ?p - person)
    (door-open)
    (visited ?p - pupil ?x - place)
  )
  (:action open-door
    :parameters ()
    :precondition (not (door-open))
    :effect (door-open))
  (:action close-door
    :parameters ()
    :precondition (door-open)
    :effect (not (door-open)))
  (:action get-on
    :parameters (?p - person ?x - place)
    :precondition (and (coach-at ?x) (at ?p ?x) (door-open) (not (seated ?p)))
    :effect (seated ?p))
  (:action get-off
    :parameters (?p - person ?x - place)
    :precondition (and (coach-at ?x) (seated ?p) (door-open) (not (belted ?p)))
    :effect (not (seated ?p)))
  (:action buckle
    :parameters (?p - person)
    :precondition (seated ?p)
    :effect (belted ?p))
  (:action unbuckle
    :parameters (?p - person)
    :precondition (belted ?p)
    :effect (not (belted ?p)))
  (:action drive
    :parameters (?src ?dst - place)
    :precondition (and (coach-at ?src) (road ?src ?dst) (not (door-open))
                       (forall (?p - person) (imply (seated ?p) (belted ?p)))
                       (exists (?t - teacher) (seated ?t)))
    :effect (and (coach-at ?dst) (not (coach-at ?src))
                 (forall (?p - person)
                   (when (seated ?p)
                     (and (at ?p ?dst) (not (at ?p ?src)))))))
  (:action visit
    :parameters (?p - pupil ?t - teacher ?x - place)
    :precondition (and (at ?p ?x) (at ?t ?x) (not (seated ?p)) (not (seated ?t)))
    :effect (visited ?p ?x))
)
