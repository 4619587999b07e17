;; my first pddl file!! making pancakes
(define (domain pancake_kitchen)
  (:requirements :strips)
  (:predicates
    (is_ingredient ?x)
    (is_bowl ?x)
    (is_pan ?x)
    (is_plate ?x)
    (in_cupboard ?x)
    (on_counter ?x)
    (in_bowl ?x ?y)
    (is_flour ?x) (is_milk ?x) (is_egg ?x)
    (batter_ready ?b)
    (pan_cold ?p)
    (pan_hot ?p)
    (pan_empty ?p)
    (raw_pancake_in ?p)
    (cooked_one_side ?p)
    (cooked_both_sides ?p)
    (pancake_on ?plate)
    (clean ?x)
    (dirty ?x))

  (:action take_out
    :parameters (?x)
    :precondition (and (in_cupboard ?x))
    :effect (and (on_counter ?x) (not (in_cupboard ?x))))

  (:action put_in_bowl
    :parameters (?x ?y)
    :precondition (and (is_ingredient ?x) (is_bowl ?y) (on_counter ?x) (on_counter ?y) (clean ?y))
    :effect (and (in_bowl ?x ?y) (not (on_counter ?x))))

  (:action whisk
    :parameters (?f ?m ?e ?b)
    :precondition (and (is_bowl ?b) (is_flour ?f) (is_milk ?m) (is_egg ?e)
                       (in_bowl ?f ?b) (in_bowl ?m ?b) (in_bowl ?e ?b))
    :effect (and (batter_ready ?b) (dirty ?b) (not (clean ?b))
                 (not (in_bowl ?f ?b)) (not (in_bowl ?m ?b)) (not (in_bowl ?e ?b))))

  (:action heat_pan
    :parameters (?p)
    :precondition (and (is_pan ?p) (on_counter ?p) (pan_cold ?p))
    :effect (and (pan_hot ?p) (not (pan_cold ?p))))

  (:action pour_batter
    :parameters (?b ?p)
    :precondition (and (is_bowl ?b) (is_pan ?p) (batter_ready ?b) (pan_hot ?p) (pan_empty ?p))
    :effect (and (raw_pancake_in ?p) (not (pan_empty ?p)) (not (batter_ready ?b))))

  (:action fry
    :parameters (?p)
    :precondition (and (is_pan ?p) (raw_pancake_in ?p) (pan_hot ?p))
    :effect (and (cooked_one_side ?p) (not (raw_pancake_in ?p))))

  (:action flip
    :parameters (?p)
    :precondition (and (is_pan ?p) (cooked_one_side ?p) (pan_hot ?p))
    :effect (and (cooked_both_sides ?p) (not (cooked_one_side ?p))))

  (:action serve
    :parameters (?p ?plate)
    :precondition (and (is_pan ?p) (is_plate ?plate) (on_counter ?plate) (clean ?plate) (cooked_both_sides ?p))
    :effect (and (pancake_on ?plate) (pan_empty ?p) (dirty ?plate)
                 (not (clean ?plate)) (not (cooked_both_sides ?p))))

  (:action wash
    :parameters (?x)
    :precondition (and (is_bowl ?x) (dirty ?x) (on_counter ?x))
    :effect (and (clean ?x) (not (dirty ?x)) (not (batter_ready ?x))))
)
