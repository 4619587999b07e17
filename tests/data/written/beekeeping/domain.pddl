(define (domain beekeeping)
  (:requirements :strips :typing :negative-preconditions)
  (:types hive frame jar)
  (:predicates
    (open ?h - hive)
    (calm ?h - hive)
    (in-hive ?f - frame ?h - hive)
    (full ?f - frame)
    (capped ?f - frame)
    (in-extractor ?f - frame)
    (honey-ready)
    (bottled ?j - jar)
    (wearing-suit)
    (smoker-lit))
  (:action put-on-suit
    :parameters ()
    :precondition (not (wearing-suit))
    :effect (wearing-suit))
  (:action light-smoker
    :parameters ()
    :precondition (not (smoker-lit))
    :effect (smoker-lit))
  (:action smoke-hive
    :parameters (?h - hive)
    :precondition (and (smoker-lit) (not (calm ?h)))
    :effect (calm ?h))
  (:action open-hive
    :parameters (?h - hive)
    :precondition (and (wearing-suit) (calm ?h) (not (open ?h)))
    :effect (open ?h))
  (:action pull-frame
    :parameters (?f - frame ?h - hive)
    :precondition (and (open ?h) (in-hive ?f ?h) (full ?f))
    :effect (not (in-hive ?f ?h)))
  (:action uncap-and-spin
    :parameters (?f - frame)
    :precondition (and (full ?f) (capped ?f) (forall (?h - hive) (not (in-hive ?f ?h))))
    :effect (and (in-extractor ?f) (honey-ready) (not (full ?f)) (not (capped ?f))))
  (:action fill-jar
    :parameters (?j - jar)
    :precondition (and (honey-ready) (not (bottled ?j)))
    :effect (and (bottled ?j) (not (honey-ready)))))
