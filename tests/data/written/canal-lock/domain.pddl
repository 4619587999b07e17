(define (domain canal-lock)
  (:requirements :adl)
  (:types boat level - object)
  (:predicates
    (moored ?b - boat ?lv - level)
    (in-lock ?b - boat)
    (lock-free)
    (water ?lv - level)
    (gate-open ?lv - level)
    (higher ?lv1 ?lv2 - level)
    (narrow ?b - boat))
  (:action open-gate
    :parameters (?lv - level)
    :precondition (and (water ?lv) (not (gate-open ?lv))
                       (not (exists (?x - level) (gate-open ?x))))
    :effect (gate-open ?lv))
  (:action close-gate
    :parameters (?lv - level)
    :precondition (gate-open ?lv)
    :effect (not (gate-open ?lv)))
  (:action flood-lock
    :parameters (?lo ?hi - level)
    :precondition (and (higher ?hi ?lo) (water ?lo)
                       (forall (?x - level) (not (gate-open ?x))))
    :effect (and (water ?hi) (not (water ?lo))))
  (:action drain-lock
    :parameters (?hi ?lo - level)
    :precondition (and (higher ?hi ?lo) (water ?hi)
                       (forall (?x - level) (not (gate-open ?x))))
    :effect (and (water ?lo) (not (water ?hi))))
  (:action sail-in
    :parameters (?b - boat ?lv - level)
    :precondition (and (moored ?b ?lv) (gate-open ?lv) (lock-free))
    :effect (and (in-lock ?b) (not (moored ?b ?lv))
                 (when (not (narrow ?b)) (not (lock-free)))))
  (:action sail-out
    :parameters (?b - boat ?lv - level)
    :precondition (and (in-lock ?b) (gate-open ?lv))
    :effect (and (moored ?b ?lv) (lock-free) (not (in-lock ?b)))))
