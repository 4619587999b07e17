(define (domain pollingstation)
  (:requirements :strips :negative-preconditions)
  (:predicates (clerk ?c) (voter ?v) (onroll ?v ?c) (hasballot ?v) (vacant ?b) (inbooth ?v ?b)
    (standing ?v) (marked ?v) (voted ?v))
  (:action issue
    :parameters (?c ?v)
    :precondition (and (clerk ?c) (voter ?v) (onroll ?v ?c) (not (hasballot ?v)) (not (voted ?v)))
    :effect (hasballot ?v))
  (:action enterbooth
    :parameters (?v ?b)
    :precondition (and (hasballot ?v) (standing ?v) (vacant ?b))
    :effect (and (inbooth ?v ?b) (not (standing ?v)) (not (vacant ?b))))
  (:action mark
    :parameters (?v ?b)
    :precondition (and (inbooth ?v ?b) (hasballot ?v))
    :effect (marked ?v))
  (:action leavebooth
    :parameters (?v ?b)
    :precondition (inbooth ?v ?b)
    :effect (and (standing ?v) (vacant ?b) (not (inbooth ?v ?b))))
  (:action post
    :parameters (?v)
    :precondition (and (voter ?v) (standing ?v) (hasballot ?v) (marked ?v))
    :effect (and (voted ?v) (not (hasballot ?v)))))
