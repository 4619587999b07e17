(define (domain darkroom)
  (:requirements :adl :typing)
  (:types film bath print)
  (:constants developer stopper fixer - bath)
  (:predicates
    (light_on)
    (in_tank ?f - film)
    (exposed ?f - film)
    (fogged ?f - film)
    (mixed ?b - bath)
    (treated ?f - film ?b - bath)
    (negative ?f - film)
    (printed_from ?p - print ?f - film))
  (:action toggle_off
    :parameters ()
    :precondition (light_on)
    :effect (not (light_on)))
  (:action toggle_on
    :parameters ()
    :precondition (not (light_on))
    :effect (and (light_on)
      (forall (?f - film)
        (when (and (exposed ?f) (not (in_tank ?f)) (not (negative ?f)))
              (fogged ?f)))))
  (:action mix_bath
    :parameters (?b - bath)
    :precondition (and (light_on) (not (mixed ?b)))
    :effect (mixed ?b))
  (:action load_tank
    :parameters (?f - film)
    :precondition (and (not (light_on)) (exposed ?f) (not (in_tank ?f)))
    :effect (in_tank ?f))
  (:action develop
    :parameters (?f - film)
    :precondition (and (in_tank ?f) (mixed developer) (not (fogged ?f)))
    :effect (treated ?f developer))
  (:action fix_film
    :parameters (?f - film)
    :precondition (and (in_tank ?f) (treated ?f developer) (mixed stopper) (mixed fixer))
    :effect (and (treated ?f stopper) (treated ?f fixer) (negative ?f) (not (in_tank ?f))))
  (:action make_print
    :parameters (?p - print ?f - film)
    :precondition (and (negative ?f) (not (light_on)))
    :effect (printed_from ?p ?f)))
