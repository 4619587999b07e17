(define (domain lighthouse)
 (:requirements :adl)
 (:types keeper floor container - object can lamp - container)
 (:constants lantern_room - floor)
 (:predicates
  (on_floor ?k - keeper ?f - floor)
  (above ?f1 ?f2 - floor)
  (stored_on ?c - can ?f - floor)
  (carries ?k - keeper ?c - can)
  (has_oil ?c - container)
  (wick_trimmed ?l - lamp)
  (lens_polished)
  (lit ?l - lamp)
  (fog)
  (horn_sounding)
  (logbook_signed ?k - keeper)
  (tired ?k - keeper))
 (:action climb
  :parameters (?k - keeper ?f1 ?f2 - floor)
  :precondition (and (on_floor ?k ?f1) (above ?f2 ?f1))
  :effect (and (on_floor ?k ?f2) (not (on_floor ?k ?f1)) (tired ?k)))
 (:action descend
  :parameters (?k - keeper ?f1 ?f2 - floor)
  :precondition (and (on_floor ?k ?f1) (above ?f1 ?f2))
  :effect (and (on_floor ?k ?f2) (not (on_floor ?k ?f1))))
 (:action rest_a_while
  :parameters (?k - keeper)
  :precondition (tired ?k)
  :effect (not (tired ?k)))
 (:action fetch_can
  :parameters (?k - keeper ?c - can ?f - floor)
  :precondition (and (on_floor ?k ?f) (stored_on ?c ?f))
  :effect (and (carries ?k ?c) (not (stored_on ?c ?f))))
 (:action fill_lamp
  :parameters (?k - keeper ?c - can ?l - lamp)
  :precondition (and (carries ?k ?c) (has_oil ?c) (on_floor ?k lantern_room))
  :effect (and (has_oil ?l) (not (has_oil ?c))))
 (:action trim_wick
  :parameters (?k - keeper ?l - lamp)
  :precondition (and (on_floor ?k lantern_room) (not (lit ?l)))
  :effect (wick_trimmed ?l))
 (:action polish_lens
  :parameters (?k - keeper)
  :precondition (on_floor ?k lantern_room)
  :effect (lens_polished))
 (:action light
  :parameters (?k - keeper ?l - lamp)
  :precondition (and (on_floor ?k lantern_room) (has_oil ?l) (wick_trimmed ?l) (lens_polished))
  :effect (lit ?l))
 (:action sound_horn
  :parameters (?k - keeper)
  :precondition (fog)
  :effect (horn_sounding))
 (:action sign_logbook
  :parameters (?k - keeper ?l - lamp)
  :precondition (lit ?l)
  :effect (logbook_signed ?k)))
