(define (domain green_house3)
(:requirements :strips :typing :conditional-effects)
(:types plant pot lvl)
(:predicates (planted ?p - plant ?q - pot)
             (emptypot ?q - pot)
             (seedling ?p - plant)
             (mature ?p - plant)
             (moist ?q - pot ?l - lvl)
             (inc ?l1 ?l2 - lvl)
             (likes ?p - plant ?l - lvl)
             (in_sun ?q - pot)
             (in_shade ?q - pot)
             (blooming ?p - plant)
             (wilted ?p - plant)
             (cut ?p - plant))

(:action pot_up
 :parameters (?p - plant ?q - pot)
 :precondition (and (seedling ?p) (emptypot ?q))
 :effect (and (planted ?p ?q) (not (emptypot ?q))))

(:action water_it
 :parameters (?q - pot ?l1 ?l2 - lvl)
 :precondition (and (moist ?q ?l1) (inc ?l1 ?l2))
 :effect (and (moist ?q ?l2) (not (moist ?q ?l1))))

; a sunny pot loses one level of water over the day and its plant moves on
; if it got the water it likes. a shady one just dries
(:action wait_a_day
 :parameters (?q - pot ?p - plant ?l0 ?l1 - lvl)
 :precondition (and (planted ?p ?q) (moist ?q ?l1) (inc ?l0 ?l1))
 :effect (and (moist ?q ?l0) (not (moist ?q ?l1))
              (when (and (in_sun ?q) (likes ?p ?l1) (seedling ?p))
                    (and (mature ?p) (not (seedling ?p))))
              (when (and (in_sun ?q) (likes ?p ?l1) (mature ?p))
                    (blooming ?p))))

(:action carry_to_sun
 :parameters (?q - pot)
 :precondition (in_shade ?q)
 :effect (and (in_sun ?q) (not (in_shade ?q))))

(:action carry_to_shade
 :parameters (?q - pot)
 :precondition (in_sun ?q)
 :effect (and (in_shade ?q) (not (in_sun ?q))))

(:action snip
 :parameters (?p - plant ?q - pot)
 :precondition (and (planted ?p ?q) (blooming ?p))
 :effect (and (cut ?p) (emptypot ?q) (not (planted ?p ?q)) (not (blooming ?p))))
)
