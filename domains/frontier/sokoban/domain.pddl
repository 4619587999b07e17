; Sokoban: a player moves through a maze and pushes stones, one at a time, to the places that are marked
; as goals.

(define (domain sokoban)
  (:requirements :strips :typing)

  (:types thing location direction - object
          player stone - thing)

  (:predicates
    (clear ?l - location)                                 ; nothing is there
    (at ?t - thing ?l - location)
    (at-goal ?s - stone)
    (is-goal ?l - location)
    (is-nongoal ?l - location)
    (move-dir ?from ?to - location ?dir - direction)      ; next to each other, in that direction
  )

  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?from) (clear ?to) (move-dir ?from ?to ?dir))
    :effect (and (at ?p ?to) (clear ?from) (not (at ?p ?from)) (not (clear ?to))))

  (:action push-to-nongoal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?p ?ppos) (at ?s ?from) (clear ?to)
      (move-dir ?ppos ?from ?dir) (move-dir ?from ?to ?dir) (is-nongoal ?to))
    :effect (and
      (at ?p ?from) (at ?s ?to) (clear ?ppos)
      (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to)) (not (at-goal ?s))))

  (:action push-to-goal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?p ?ppos) (at ?s ?from) (clear ?to)
      (move-dir ?ppos ?from ?dir) (move-dir ?from ?to ?dir) (is-goal ?to))
    :effect (and
      (at ?p ?from) (at ?s ?to) (clear ?ppos) (at-goal ?s)
      (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to))))
)
