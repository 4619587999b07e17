(define (domain cheese-dairy)
   (:requirements :strips :typing :negative-preconditions)
   (:types vat wheel shelf)
   (:predicates
      (vat-has-milk ?v - vat)
      (vat-warm ?v - vat)
      (vat-has-curd ?v - vat)
      (vat-dirty ?v - vat)
      (mould-ready ?w - wheel)
      (pressed ?w - wheel)
      (salted ?w - wheel)
      (on-shelf ?w - wheel ?s - shelf)
      (shelf-taken ?s - shelf)
      (cool ?s - shelf)
      (turned ?w - wheel)
      (ripe ?w - wheel))
   (:action pour-milk
      :parameters (?v - vat)
      :precondition (and (not (vat-has-milk ?v)) (not (vat-has-curd ?v)) (not (vat-dirty ?v)))
      :effect (and (vat-has-milk ?v)))
   (:action heat
      :parameters (?v - vat)
      :precondition (and (vat-has-milk ?v) (not (vat-warm ?v)))
      :effect (and (vat-warm ?v)))
   (:action add-rennet
      :parameters (?v - vat)
      :precondition (and (vat-has-milk ?v) (vat-warm ?v))
      :effect (and (vat-has-curd ?v) (not (vat-has-milk ?v)) (not (vat-warm ?v))))
   (:action press-wheel
      :parameters (?w - wheel ?v - vat)
      :precondition (and (vat-has-curd ?v) (mould-ready ?w))
      :effect (and (pressed ?w) (not (mould-ready ?w)) (not (vat-has-curd ?v)) (vat-dirty ?v)))
   (:action rinse-vat
      :parameters (?v - vat)
      :precondition (and (vat-dirty ?v))
      :effect (and (not (vat-dirty ?v))))
   (:action salt
      :parameters (?w - wheel)
      :precondition (and (pressed ?w) (not (salted ?w)))
      :effect (and (salted ?w)))
   (:action store
      :parameters (?w - wheel ?s - shelf)
      :precondition (and (salted ?w) (pressed ?w) (not (shelf-taken ?s)))
      :effect (and (on-shelf ?w ?s) (shelf-taken ?s) (not (pressed ?w))))
   (:action turn
      :parameters (?w - wheel ?s - shelf)
      :precondition (and (on-shelf ?w ?s) (not (turned ?w)))
      :effect (and (turned ?w)))
   (:action ripen
      :parameters (?w - wheel ?s - shelf)
      :precondition (and (on-shelf ?w ?s) (cool ?s) (turned ?w))
      :effect (and (ripe ?w) (not (turned ?w)))))
