(define (domain zoo_rounds)
  (:requirements :strips :typing)
  (:types keeper animal food place - object
          cage kitchen - place)
  (:predicates
    (keeper_at ?k - keeper ?p - place)
    (lives_in ?a - animal ?c - cage)
    (path ?p1 - place ?p2 - place)
    (stored_in ?f - food ?k - kitchen)
    (carries ?k - keeper ?f - food)
    (eats ?a - animal ?f - food)
    (hungry ?a - animal)
    (fed ?a - animal)
    (asleep ?a - animal)
    (dirty ?c - cage)
    (clean ?c - cage))
  (:action walk
    :parameters (?k - keeper ?from - place ?to - place)
    :precondition (and (keeper_at ?k ?from) (path ?from ?to))
    :effect (and (keeper_at ?k ?to) (not (keeper_at ?k ?from))))
  (:action fetch_food
    :parameters (?k - keeper ?f - food ?kit - kitchen)
    :precondition (and (keeper_at ?k ?kit) (stored_in ?f ?kit))
    :effect (and (carries ?k ?f) (not (stored_in ?f ?kit))))
  (:action feed_animal
    :parameters (?k - keeper ?a - animal ?f - food ?c - cage)
    :precondition (and (keeper_at ?k ?c) (lives_in ?a ?c) (carries ?k ?f) (eats ?a ?f) (hungry ?a))
    :effect (and (fed ?a) (asleep ?a) (not (hungry ?a)) (not (carries ?k ?f))))
  (:action clean_cage
    :parameters (?k - keeper ?c - cage ?a - animal)
    :precondition (and (keeper_at ?k ?c) (lives_in ?a ?c) (asleep ?a) (dirty ?c))
    :effect (and (clean ?c) (not (dirty ?c))))
  (:action wake
    :parameters (?k - keeper ?a - animal ?c - cage)
    :precondition (and (keeper_at ?k ?c) (lives_in ?a ?c) (asleep ?a))
    :effect (not (asleep ?a))))
