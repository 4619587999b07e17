; Lamps in rooms, some of them broken; a spare bulb mends one.
(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions)
  (:types lamp room - object)
  (:predicates (in ?l - lamp ?r - room)
               (broken ?l - lamp)
               (lit ?l - lamp)
               (has-spare-bulb ?r - room))

  (:action repair
    :parameters (?l - lamp ?r - room)
    :precondition (and (in ?l ?r) (broken ?l) (has-spare-bulb ?r))
    :effect (and (not (broken ?l)) (not (has-spare-bulb ?r))))

  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (broken ?l))
    :effect (lit ?l)))
