(define (domain rec-studio)
  (:requirements :adl :typing)
  (:types musician mic chan track)
  (:predicates
    (mic_spare ?m - mic)
    (mic_on ?m - mic ?p - musician)
    (patched ?m - mic ?c - chan)
    (chan_open ?c - chan)
    (condenser ?m - mic)
    (p48 ?c - chan)
    (blank ?t - track)
    (armed ?t - track ?c - chan)
    (taken ?p - musician ?t - track))
  (:action set_mic
    :parameters (?m - mic ?p - musician)
    :precondition (mic_spare ?m)
    :effect (and (mic_on ?m ?p) (not (mic_spare ?m))))
  (:action strike_mic
    :parameters (?m - mic ?p - musician)
    :precondition (mic_on ?m ?p)
    :effect (and (mic_spare ?m) (not (mic_on ?m ?p))))
  (:action patch
    :parameters (?m - mic ?c - chan)
    :precondition (and (chan_open ?c) (not (p48 ?c)))
    :effect (and (patched ?m ?c) (not (chan_open ?c))))
  (:action unpatch
    :parameters (?m - mic ?c - chan)
    :precondition (patched ?m ?c)
    :effect (and (chan_open ?c) (not (patched ?m ?c)) (not (p48 ?c))))
  (:action phantom
    :parameters (?m - mic ?c - chan)
    :precondition (and (patched ?m ?c) (condenser ?m))
    :effect (p48 ?c))
  (:action arm
    :parameters (?t - track ?c - chan)
    :precondition (blank ?t)
    :effect (armed ?t ?c))
  (:action roll
    :parameters (?p - musician ?m - mic ?c - chan ?t - track)
    :precondition (and (mic_on ?m ?p) (patched ?m ?c) (armed ?t ?c) (blank ?t)
      (or (not (condenser ?m)) (p48 ?c)))
    :effect (and (taken ?p ?t) (not (blank ?t)) (not (armed ?t ?c)))))
