;; A beekeeper takes honey from hives
(define (domain honey_harvest)
  (:requirements :strips :typing :negative-preconditions)
  (:types hive frame jar)
  (:predicates
    (lid_on ?h - hive)
    (calm ?h - hive)
    (frame_in ?f - frame ?h - hive)
    (belongs_to ?f - frame ?h - hive)
    (capped ?f - frame)
    (full ?f - frame)
    (in_extractor ?f - frame)
    (extractor_free)
    (honey_in_tank)
    (empty_jar ?j - jar)
    (filled ?j - jar)
    (smoker_lit)
  )
  (:action light_smoker
    :parameters ()
    :precondition (not (smoker_lit))
    :effect (smoker_lit))
  (:action smoke_hive
    :parameters (?h - hive)
    :precondition (smoker_lit)
    :effect (calm ?h))
  (:action open_hive
    :parameters (?h - hive)
    :precondition (and (lid_on ?h) (calm ?h))
    :effect (not (lid_on ?h)))
  (:action close_hive
    :parameters (?h - hive)
    :precondition (not (lid_on ?h))
    :effect (and (lid_on ?h) (not (calm ?h))))
  (:action take_frame
    :parameters (?f - frame ?h - hive)
    :precondition (and (frame_in ?f ?h) (not (lid_on ?h)) (calm ?h) (full ?f))
    :effect (not (frame_in ?f ?h)))
  (:action uncap
    :parameters (?f - frame ?h - hive)
    :precondition (and (belongs_to ?f ?h) (not (frame_in ?f ?h)) (capped ?f))
    :effect (not (capped ?f)))
  (:action load_extractor
    :parameters (?f - frame ?h - hive)
    :precondition (and (belongs_to ?f ?h) (not (frame_in ?f ?h)) (not (capped ?f)) (full ?f) (extractor_free))
    :effect (and (in_extractor ?f) (not (extractor_free))))
  (:action spin
    :parameters (?f - frame)
    :precondition (and (in_extractor ?f) (full ?f))
    :effect (and (not (full ?f)) (not (in_extractor ?f)) (extractor_free) (honey_in_tank)))
  (:action fill_jar
    :parameters (?j - jar)
    :precondition (and (empty_jar ?j) (honey_in_tank))
    :effect (and (filled ?j) (not (empty_jar ?j)) (not (honey_in_tank))))
)
