(define (domain CANAL)
  (:requirements :strips :equality :negative-preconditions)
  (:predicates
    (BOAT ?b)
    (CHAMBER ?c)
    (basin-below ?w ?c)
    (basin-above ?w ?c)
    (joined ?w1 ?w2)
    (floats-in ?b ?w)
    (occupied ?c)
    (water-high ?c)
    (lower-gate-open ?c)
    (upper-gate-open ?c))

  (:action open-lower-gate
    :parameters (?c)
    :precondition (and (CHAMBER ?c) (not (water-high ?c)) (not (lower-gate-open ?c)))
    :effect (lower-gate-open ?c))

  (:action close-lower-gate
    :parameters (?c)
    :precondition (and (CHAMBER ?c) (lower-gate-open ?c))
    :effect (not (lower-gate-open ?c)))

  (:action open-upper-gate
    :parameters (?c)
    :precondition (and (CHAMBER ?c) (water-high ?c) (not (upper-gate-open ?c)))
    :effect (upper-gate-open ?c))

  (:action close-upper-gate
    :parameters (?c)
    :precondition (and (CHAMBER ?c) (upper-gate-open ?c))
    :effect (not (upper-gate-open ?c)))

  (:action fill
    :parameters (?c)
    :precondition (and (CHAMBER ?c) (not (water-high ?c)) (not (lower-gate-open ?c)))
    :effect (water-high ?c))

  (:action drain
    :parameters (?c)
    :precondition (and (CHAMBER ?c) (water-high ?c) (not (upper-gate-open ?c)))
    :effect (not (water-high ?c)))

  (:action sail-in-from-below
    :parameters (?b ?w ?c)
    :precondition (and (BOAT ?b) (basin-below ?w ?c) (floats-in ?b ?w) (lower-gate-open ?c) (not (occupied ?c)))
    :effect (and (floats-in ?b ?c) (occupied ?c) (not (floats-in ?b ?w))))

  (:action sail-out-above
    :parameters (?b ?c ?w)
    :precondition (and (BOAT ?b) (basin-above ?w ?c) (floats-in ?b ?c) (upper-gate-open ?c))
    :effect (and (floats-in ?b ?w) (not (occupied ?c)) (not (floats-in ?b ?c))))

  (:action tow
    :parameters (?b1 ?b2 ?w1 ?w2)
    :precondition (and (BOAT ?b1) (BOAT ?b2) (not (= ?b1 ?b2)) (joined ?w1 ?w2)
                       (floats-in ?b1 ?w1) (floats-in ?b2 ?w1))
    :effect (and (floats-in ?b1 ?w2) (floats-in ?b2 ?w2)
                 (not (floats-in ?b1 ?w1)) (not (floats-in ?b2 ?w1))))
)
