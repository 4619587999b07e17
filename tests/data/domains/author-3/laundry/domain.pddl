(define (domain laundry)
  (:requirements :strips :typing)
  (:types clothes machine basket)
  (:predicates
    (inbasket ?c - clothes ?b - basket)
    (inmachine ?c - clothes ?m - machine)
    (doorshut ?m - machine)
    (dooropen ?m - machine)
    (hassoap ?m - machine)
    (isdirty ?c - clothes)
    (iswet ?c - clothes)
    (isfolded ?c - clothes)
    (online ?c - clothes)
    (washat60 ?c - clothes))
  (:action opendoor
    :parameters (?m - machine)
    :precondition (doorshut ?m)
    :effect (and (dooropen ?m) (not (doorshut ?m))))
  (:action shutdoor
    :parameters (?m - machine)
    :precondition (dooropen ?m)
    :effect (and (doorshut ?m) (not (dooropen ?m))))
  (:action putin
    :parameters (?c - clothes ?b - basket ?m - machine)
    :precondition (and (inbasket ?c ?b) (dooropen ?m))
    :effect (and (inmachine ?c ?m) (not (inbasket ?c ?b))))
  (:action addsoap
    :parameters (?m - machine)
    :precondition (dooropen ?m)
    :effect (hassoap ?m))
  (:action washhot
    :parameters (?c - clothes ?m - machine)
    :precondition (and (inmachine ?c ?m) (doorshut ?m) (hassoap ?m) (isdirty ?c) (washat60 ?c))
    :effect (and (iswet ?c) (not (isdirty ?c)) (not (hassoap ?m))))
  (:action hangup
    :parameters (?c - clothes ?m - machine)
    :precondition (and (inmachine ?c ?m) (dooropen ?m) (iswet ?c))
    :effect (and (online ?c) (not (inmachine ?c ?m)) (not (iswet ?c))))
  (:action foldinto
    :parameters (?c - clothes ?b - basket)
    :precondition (online ?c)
    :effect (and (isfolded ?c) (inbasket ?c ?b) (not (online ?c)))))
