(define (domain bankvault)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types clerk room door key box)
  (:constants vault lobby - room master_key - key)
  (:predicates
    (clerkIn ?c - clerk ?r - room)
    (links ?d - door ?r1 ?r2 - room)
    (locked ?d - door)
    (canOpen ?k - key ?d - door)
    (hasKey ?c - clerk ?k - key)
    (boxIn ?b - box ?r - room)
    (carrying ?c - clerk ?b - box)
    (alarmOn)
    (sealed ?b - box))
  (:action disarmAlarm
    :parameters (?c - clerk)
    :precondition (and (clerkIn ?c lobby) (hasKey ?c master_key) (alarmOn))
    :effect (not (alarmOn)))
  (:action unlockDoor
    :parameters (?c - clerk ?d - door ?k - key ?r1 ?r2 - room)
    :precondition (and (clerkIn ?c ?r1) (links ?d ?r1 ?r2) (locked ?d) (hasKey ?c ?k) (canOpen ?k ?d))
    :effect (not (locked ?d)))
  (:action passDoor
    :parameters (?c - clerk ?d - door ?r1 ?r2 - room)
    :precondition (and (clerkIn ?c ?r1) (links ?d ?r1 ?r2) (not (locked ?d)))
    :effect (and (clerkIn ?c ?r2) (not (clerkIn ?c ?r1))))
  (:action fetchBox
    :parameters (?c - clerk ?b - box)
    :precondition (and (clerkIn ?c vault) (boxIn ?b vault) (not (alarmOn)))
    :effect (and (carrying ?c ?b) (not (boxIn ?b vault))))
  (:action putDownBox
    :parameters (?c - clerk ?b - box ?r - room)
    :precondition (and (clerkIn ?c ?r) (carrying ?c ?b))
    :effect (and (boxIn ?b ?r) (not (carrying ?c ?b))))
  (:action handOverKey
    :parameters (?c1 ?c2 - clerk ?k - key ?r - room)
    :precondition (and (clerkIn ?c1 ?r) (clerkIn ?c2 ?r) (hasKey ?c1 ?k) (not (= ?c1 ?c2)))
    :effect (and (hasKey ?c2 ?k) (not (hasKey ?c1 ?k))))
  (:action breakSeal
    :parameters (?c - clerk ?b - box ?r - room)
    :precondition (and (clerkIn ?c ?r) (boxIn ?b ?r) (sealed ?b))
    :effect (not (sealed ?b))))
