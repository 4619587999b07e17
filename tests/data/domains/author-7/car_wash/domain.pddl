(define (domain car_wash)
(:requirements :strips)
(:predicates
  (car ?x) (bay ?x) (worker ?x)
  (waiting ?x)
  (in_bay ?x ?y)
  (free_bay ?x)
  (dirty ?x)
  (soaped ?x)
  (wet ?x)
  (clean ?x)
  (paid ?x)
  (gone ?x)
)
(:action pay
 :parameters (?x)
 :precondition (and (car ?x) (waiting ?x))
 :effect (paid ?x))
(:action drive_in
 :parameters (?x ?y)
 :precondition (and (car ?x) (bay ?y) (waiting ?x) (paid ?x) (free_bay ?y))
 :effect (and (in_bay ?x ?y) (not (waiting ?x)) (not (free_bay ?y))))
(:action soap
 :parameters (?x ?y ?z)
 :precondition (and (car ?x) (bay ?y) (worker ?z) (in_bay ?x ?y) (dirty ?x))
 :effect (and (soaped ?x)))
(:action rinse
 :parameters (?x ?y ?z)
 :precondition (and (car ?x) (bay ?y) (worker ?z) (in_bay ?x ?y) (soaped ?x))
 :effect (and (not (soaped ?x)) (not (dirty ?x)) (wet ?x)))
(:action dry
 :parameters (?x ?y ?z)
 :precondition (and (car ?x) (bay ?y) (worker ?z) (in_bay ?x ?y) (wet ?x))
 :effect (and (not (wet ?x)) (clean ?x)))
(:action drive_out
 :parameters (?x ?y)
 :precondition (and (car ?x) (bay ?y) (in_bay ?x ?y) (clean ?x))
 :effect (and (not (in_bay ?x ?y)) (free_bay ?y) (gone ?x)))
)
