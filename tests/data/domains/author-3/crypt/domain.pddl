; little adventure game
(define (domain crypt)
  (:requirements :strips :negative-preconditions)
  (:predicates
    (chamber ?c)
    (chest ?x)
    (key ?k)
    (heroat ?c)
    (keyat ?k ?c)
    (chestat ?x ?c)
    (passage ?c1 ?c2)
    (open-with ?x ?k)
    (haslid ?x)
    (have ?k)
    (ghost ?c)
    (looted ?x))
  (:action sneak
    :parameters (?c1 ?c2)
    :precondition (and (chamber ?c1) (chamber ?c2) (heroat ?c1) (passage ?c1 ?c2) (not (ghost ?c2)))
    :effect (and (heroat ?c2) (not (heroat ?c1))))
  (:action banish-ghost
    :parameters (?c1 ?c2)
    :precondition (and (chamber ?c1) (chamber ?c2) (heroat ?c1) (passage ?c1 ?c2) (ghost ?c2))
    :effect (not (ghost ?c2)))
  (:action pick-key
    :parameters (?k ?c)
    :precondition (and (key ?k) (chamber ?c) (heroat ?c) (keyat ?k ?c))
    :effect (and (have ?k) (not (keyat ?k ?c))))
  (:action unlock-lid
    :parameters (?x ?k ?c)
    :precondition (and (chest ?x) (key ?k) (heroat ?c) (chestat ?x ?c) (have ?k) (open-with ?x ?k) (haslid ?x))
    :effect (not (haslid ?x)))
  (:action loot
    :parameters (?x ?c)
    :precondition (and (chest ?x) (heroat ?c) (chestat ?x ?c) (not (haslid ?x)) (not (looted ?x)))
    :effect (looted ?x)))
