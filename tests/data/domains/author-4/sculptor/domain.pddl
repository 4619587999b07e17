;; A sculptor's studio. thing = anything that can stand on a surface.
(define (domain sculptor)
  (:requirements :strips :typing)
  (:types obj - object
          thing surface - obj
          block chisel - thing)
  (:predicates
    (on ?x - thing ?y - surface)
    (clear ?y - surface)
    (in_hand ?x - thing)
    (hand_empty)
    (lighter ?x1 ?x2 - thing)
    (finer ?c1 ?c2 - chisel)
    (rough ?b - block)
    (carved ?b - block)
    (polished ?b - block)
    (workbench ?y - surface))
  (:action pick_up
    :parameters (?x - thing ?y - surface)
    :precondition (and (on ?x ?y) (hand_empty))
    :effect (and (in_hand ?x) (clear ?y) (not (on ?x ?y)) (not (hand_empty))))
  (:action put_down
    :parameters (?x - thing ?y - surface)
    :precondition (and (in_hand ?x) (clear ?y))
    :effect (and (on ?x ?y) (hand_empty) (not (in_hand ?x)) (not (clear ?y))))
  (:action carve
    :parameters (?b - block ?y - surface ?c - chisel)
    :precondition (and (on ?b ?y) (workbench ?y) (in_hand ?c) (rough ?b) (lighter ?c ?b))
    :effect (and (carved ?b) (not (rough ?b))))
  (:action swap_chisel
    :parameters (?c1 ?c2 - chisel ?y - surface)
    :precondition (and (in_hand ?c1) (on ?c2 ?y) (finer ?c2 ?c1))
    :effect (and (in_hand ?c2) (on ?c1 ?y) (not (in_hand ?c1)) (not (on ?c2 ?y))))
  (:action polish
    :parameters (?b - block)
    :precondition (and (carved ?b) (hand_empty))
    :effect (polished ?b)))
