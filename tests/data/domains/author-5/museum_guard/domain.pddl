(define (domain museum_guard)
  (:requirements :strips :typing)
  (:types guard room door card)
  (:predicates
    (in_room ?g - guard ?r - room)
    (connects ?d - door ?from ?to - room)
    (locked ?d - door)
    (unlocked ?d - door)
    (opens ?c - card ?d - door)
    (holds ?g - guard ?c - card)
    (card_at ?c - card ?r - room)
    (alarm_set ?r - room)
    (alarm_off ?r - room)
    (checked ?r - room)
  )
  (:action walk
    :parameters (?g - guard ?d - door ?from ?to - room)
    :precondition (and (in_room ?g ?from) (connects ?d ?from ?to) (unlocked ?d))
    :effect (and (in_room ?g ?to) (not (in_room ?g ?from))))
  (:action unlock_door
    :parameters (?g - guard ?c - card ?d - door ?from ?to - room)
    :precondition (and (in_room ?g ?from) (connects ?d ?from ?to) (holds ?g ?c) (opens ?c ?d) (locked ?d))
    :effect (and (unlocked ?d) (not (locked ?d))))
  (:action lock_door
    :parameters (?g - guard ?c - card ?d - door ?from ?to - room)
    :precondition (and (in_room ?g ?from) (connects ?d ?from ?to) (holds ?g ?c) (opens ?c ?d) (unlocked ?d))
    :effect (and (locked ?d) (not (unlocked ?d))))
  (:action take_card
    :parameters (?g - guard ?c - card ?r - room)
    :precondition (and (in_room ?g ?r) (card_at ?c ?r))
    :effect (and (holds ?g ?c) (not (card_at ?c ?r))))
  (:action leave_card
    :parameters (?g - guard ?c - card ?r - room)
    :precondition (and (in_room ?g ?r) (holds ?g ?c))
    :effect (and (card_at ?c ?r) (not (holds ?g ?c))))
  (:action disarm
    :parameters (?g - guard ?r - room)
    :precondition (and (in_room ?g ?r) (alarm_set ?r))
    :effect (and (alarm_off ?r) (not (alarm_set ?r))))
  (:action arm
    :parameters (?g - guard ?r - room)
    :precondition (and (in_room ?g ?r) (alarm_off ?r))
    :effect (and (alarm_set ?r) (not (alarm_off ?r))))
  (:action check_room
    :parameters (?g - guard ?r - room)
    :precondition (and (in_room ?g ?r) (alarm_off ?r))
    :effect (checked ?r))
)
