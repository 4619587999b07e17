(define (domain DeadDrop)
(:requirements :strips :typing :negative-preconditions :equality)
(:types agent secret site courier_bag - object
        spy handler - agent)
(:predicates
  (whereabouts ?a - agent ?s - site)
  (street ?s1 ?s2 - site)
  (knows ?a - agent ?x - secret)
  (tailed ?a - agent)
  (watched ?s - site)
  (drop_spot ?s - site)
  (note_hidden ?x - secret ?s - site)
  (encrypted ?x - secret)
  (shares_key ?a1 ?a2 - agent ?x - secret)
  (note_on ?a - agent ?x - secret)
  (signal_up ?s - site))

(:action stroll
 :parameters (?a - agent ?s1 ?s2 - site)
 :precondition (and (whereabouts ?a ?s1) (street ?s1 ?s2) (not (watched ?s2)))
 :effect (and (whereabouts ?a ?s2) (not (whereabouts ?a ?s1))))

(:action sneak_past_watchers
 :parameters (?a - agent ?s1 ?s2 - site)
 :precondition (and (whereabouts ?a ?s1) (street ?s1 ?s2) (watched ?s2))
 :effect (and (whereabouts ?a ?s2) (not (whereabouts ?a ?s1)) (tailed ?a)))

(:action shake_tail
 :parameters (?a - agent ?s - site)
 :precondition (and (tailed ?a) (whereabouts ?a ?s) (not (watched ?s)))
 :effect (not (tailed ?a)))

(:action write_cipher_note
 :parameters (?a - agent ?x - secret)
 :precondition (and (knows ?a ?x) (not (tailed ?a)))
 :effect (and (note_on ?a ?x) (encrypted ?x)))

(:action stash_note
 :parameters (?a - agent ?x - secret ?s - site)
 :precondition (and (note_on ?a ?x) (whereabouts ?a ?s) (drop_spot ?s) (not (tailed ?a)))
 :effect (and (note_hidden ?x ?s) (signal_up ?s) (not (note_on ?a ?x))))

(:action retrieve_note
 :parameters (?a - agent ?x - secret ?s - site)
 :precondition (and (note_hidden ?x ?s) (signal_up ?s) (whereabouts ?a ?s) (not (tailed ?a)))
 :effect (and (note_on ?a ?x) (not (note_hidden ?x ?s)) (not (signal_up ?s))))

(:action decode
 :parameters (?h - handler ?sp - spy ?x - secret)
 :precondition (and (note_on ?h ?x) (encrypted ?x) (shares_key ?sp ?h ?x))
 :effect (knows ?h ?x))

(:action burn_note
 :parameters (?a - agent ?x - secret)
 :precondition (note_on ?a ?x)
 :effect (not (note_on ?a ?x)))
)
