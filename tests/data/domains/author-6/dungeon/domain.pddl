(define (domain dungeon)
  (:requirements :strips :typing)
  (:types room item monster - object
          key sword - item)
  (:predicates
    (hero-at ?r - room)
    (door ?r1 ?r2 - room)
    (locked ?r1 ?r2 - room)
    (opens ?k - key ?r1 ?r2 - room)
    (lies ?i - item ?r - room)
    (has ?i - item)
    (guards ?m - monster ?r - room)
    (safe ?r - room)
    (dead ?m - monster)
    (sharp ?s - sword)
    (whetstone ?r - room))

  (:action go
    :parameters (?r1 ?r2 - room)
    :precondition (and (hero-at ?r1) (door ?r1 ?r2) (safe ?r1))
    :effect (and (not (hero-at ?r1)) (hero-at ?r2)))

  (:action flee
    :parameters (?r1 ?r2 - room ?m - monster)
    :precondition (and (hero-at ?r1) (guards ?m ?r1) (door ?r1 ?r2) (safe ?r2))
    :effect (and (not (hero-at ?r1)) (hero-at ?r2)))

  (:action unlock
    :parameters (?k - key ?r1 ?r2 - room)
    :precondition (and (hero-at ?r1) (has ?k) (locked ?r1 ?r2) (opens ?k ?r1 ?r2))
    :effect (and (not (locked ?r1 ?r2)) (not (locked ?r2 ?r1))
                 (door ?r1 ?r2) (door ?r2 ?r1)
                 (not (has ?k))))

  (:action take
    :parameters (?i - item ?r - room)
    :precondition (and (hero-at ?r) (lies ?i ?r) (safe ?r))
    :effect (and (has ?i) (not (lies ?i ?r))))

  (:action drop
    :parameters (?i - item ?r - room)
    :precondition (and (hero-at ?r) (has ?i))
    :effect (and (lies ?i ?r) (not (has ?i))))

  (:action sharpen
    :parameters (?s - sword ?r - room)
    :precondition (and (hero-at ?r) (whetstone ?r) (has ?s))
    :effect (sharp ?s))

  (:action slay
    :parameters (?m - monster ?s - sword ?r - room)
    :precondition (and (hero-at ?r) (guards ?m ?r) (has ?s) (sharp ?s))
    :effect (and (dead ?m) (safe ?r) (not (guards ?m ?r)) (not (sharp ?s))))
)
