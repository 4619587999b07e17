(define (domain escape-room)
  (:requirements :strips :typing :negative-preconditions)
  (:types player room thing - object
          key note - thing
          chest)
  (:predicates
    (player-in ?who - player ?where - room)
    (thing-in ?what - thing ?where - room)
    (chest-in ?chest - chest ?where - room)
    (hidden-in ?what - thing ?chest - chest)
    (holding ?who - player ?what - thing)
    (key-opens ?k - key ?a ?b - room)
    (door-unlocked ?a ?b - room)
    (note-tells ?n - note ?chest - chest)
    (knows-combination ?who - player ?chest - chest)
    (chest-opened ?chest - chest)
    (lights-on ?where - room))
  (:action switch-lights-on
    :parameters (?who - player ?where - room)
    :precondition (and (player-in ?who ?where) (not (lights-on ?where)))
    :effect (lights-on ?where))
  (:action grab
    :parameters (?who - player ?what - thing ?where - room)
    :precondition (and (player-in ?who ?where) (thing-in ?what ?where) (lights-on ?where))
    :effect (and (holding ?who ?what) (not (thing-in ?what ?where))))
  (:action read-note
    :parameters (?who - player ?n - note ?chest - chest ?where - room)
    :precondition (and (holding ?who ?n) (note-tells ?n ?chest) (player-in ?who ?where) (lights-on ?where))
    :effect (knows-combination ?who ?chest))
  (:action open-chest
    :parameters (?who - player ?chest - chest ?where - room)
    :precondition (and (player-in ?who ?where) (chest-in ?chest ?where) (knows-combination ?who ?chest))
    :effect (chest-opened ?chest))
  (:action take-from-chest
    :parameters (?who - player ?what - thing ?chest - chest ?where - room)
    :precondition (and (player-in ?who ?where) (chest-in ?chest ?where) (chest-opened ?chest) (hidden-in ?what ?chest))
    :effect (and (holding ?who ?what) (not (hidden-in ?what ?chest))))
  (:action unlock-door
    :parameters (?who - player ?k - key ?a ?b - room)
    :precondition (and (player-in ?who ?a) (holding ?who ?k) (key-opens ?k ?a ?b))
    :effect (and (door-unlocked ?a ?b) (door-unlocked ?b ?a)))
  (:action go-through
    :parameters (?who - player ?a ?b - room)
    :precondition (and (player-in ?who ?a) (door-unlocked ?a ?b))
    :effect (and (player-in ?who ?b) (not (player-in ?who ?a))))
  (:action hand-over
    :parameters (?giver ?taker - player ?what - thing ?where - room)
    :precondition (and (player-in ?giver ?where) (player-in ?taker ?where) (holding ?giver ?what))
    :effect (and (holding ?taker ?what) (not (holding ?giver ?what))))
)
