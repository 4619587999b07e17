(define (domain laundromat24h)
(:requirements :typing :action-costs)
(:types machine - object washer dryer - machine pile amount)
(:predicates
   (dirty ?p - pile) (wet ?p - pile) (dry ?p - pile) (folded ?p - pile)
   (in_basket ?p - pile)
   (in_machine ?p - pile ?m - machine)
   (vacant ?m - machine)
   (paid ?m - machine)
   (coins ?a - amount)
   (one_less ?more - amount ?less - amount))
(:functions (total-cost) - number
            (cycle_time ?m - machine) - number)

(:action insert_coin
 :parameters (?m - machine ?before - amount ?after - amount)
 :precondition (and (coins ?before) (one_less ?before ?after))
 :effect (and (paid ?m) (not (coins ?before)) (coins ?after) (increase (total-cost) 1)))

(:action load_machine
 :parameters (?p - pile ?m - machine)
 :precondition (and (in_basket ?p) (vacant ?m))
 :effect (and (in_machine ?p ?m) (not (in_basket ?p)) (not (vacant ?m)) (increase (total-cost) 2)))

(:action unload_machine
 :parameters (?p - pile ?m - machine)
 :precondition (in_machine ?p ?m)
 :effect (and (in_basket ?p) (vacant ?m) (not (in_machine ?p ?m)) (increase (total-cost) 2)))

(:action run_wash
 :parameters (?p - pile ?w - washer)
 :precondition (and (in_machine ?p ?w) (paid ?w) (dirty ?p))
 :effect (and (wet ?p) (not (dirty ?p)) (not (paid ?w)) (increase (total-cost) (cycle_time ?w))))

(:action run_dry
 :parameters (?p - pile ?d - dryer)
 :precondition (and (in_machine ?p ?d) (paid ?d) (wet ?p))
 :effect (and (dry ?p) (not (wet ?p)) (not (paid ?d)) (increase (total-cost) (cycle_time ?d))))

(:action line_dry_at_home
 :parameters (?p - pile)
 :precondition (and (in_basket ?p) (wet ?p))
 :effect (and (dry ?p) (not (wet ?p)) (increase (total-cost) 300)))

(:action fold
 :parameters (?p - pile)
 :precondition (and (in_basket ?p) (dry ?p))
 :effect (and (folded ?p) (increase (total-cost) 10)))
)
