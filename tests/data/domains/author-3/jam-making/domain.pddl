(define (domain jam-making)
  (:requirements :strips :typing)
  (:types fruit pot jar lid)
  (:predicates
    (washed ?f - fruit)
    (fruit-in-pot ?f - fruit ?p - pot)
    (pot-on-stove ?p - pot)
    (stove-free)
    (boiled ?p - pot)
    (jar-empty ?j - jar)
    (jar-filled-with ?j - jar ?f - fruit)
    (sterile ?j - jar)
    (lid-fits ?l - lid ?j - jar)
    (sealed-with ?j - jar ?l - lid)
    (lid-unused ?l - lid))
  (:action wash-fruit
    :parameters (?f - fruit)
    :precondition ()
    :effect (washed ?f))
  (:action put-fruit-in-pot
    :parameters (?f - fruit ?p - pot)
    :precondition (washed ?f)
    :effect (fruit-in-pot ?f ?p))
  (:action set-pot-on-stove
    :parameters (?p - pot)
    :precondition (stove-free)
    :effect (and (pot-on-stove ?p) (not (stove-free))))
  (:action boil-pot
    :parameters (?p - pot ?f - fruit)
    :precondition (and (pot-on-stove ?p) (fruit-in-pot ?f ?p))
    :effect (boiled ?p))
  (:action sterilise-jar
    :parameters (?j - jar)
    :precondition (jar-empty ?j)
    :effect (sterile ?j))
  (:action ladle-into-jar
    :parameters (?f - fruit ?p - pot ?j - jar)
    :precondition (and (boiled ?p) (fruit-in-pot ?f ?p) (sterile ?j) (jar-empty ?j))
    :effect (and (jar-filled-with ?j ?f) (not (jar-empty ?j))))
  (:action screw-lid-on
    :parameters (?l - lid ?j - jar ?f - fruit)
    :precondition (and (lid-fits ?l ?j) (lid-unused ?l) (jar-filled-with ?j ?f))
    :effect (and (sealed-with ?j ?l) (not (lid-unused ?l)))))
