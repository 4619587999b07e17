(define (domain nestingdolls)
  (:requirements :strips)
  (:predicates
    (smaller ?x ?y)
    (opened ?x)
    (shut ?x)
    (contains ?x ?y)
    (hollow ?x)
    (loose ?x)
    (can-twist ?x))
  (:action twist-open
    :parameters (?obj)
    :precondition (and (can-twist ?obj) (shut ?obj) (loose ?obj))
    :effect (and (opened ?obj) (not (shut ?obj))))
  (:action twist-shut
    :parameters (?obj)
    :precondition (and (can-twist ?obj) (opened ?obj))
    :effect (and (shut ?obj) (not (opened ?obj))))
  (:action put-inside
    :parameters (?obj1 ?obj2)
    :precondition (and (smaller ?obj1 ?obj2) (loose ?obj1) (shut ?obj1) (opened ?obj2) (hollow ?obj2))
    :effect (and (contains ?obj2 ?obj1) (not (loose ?obj1)) (not (hollow ?obj2))))
  (:action take-out
    :parameters (?obj1 ?obj2)
    :precondition (and (contains ?obj2 ?obj1) (opened ?obj2))
    :effect (and (loose ?obj1) (hollow ?obj2) (not (contains ?obj2 ?obj1)))))
