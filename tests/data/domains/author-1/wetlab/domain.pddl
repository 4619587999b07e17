(define (domain wetlab)
 (:requirements :strips :typing)
 (:types vessel chemical instrument vol - object
         beaker flask burette - vessel)
 (:constants pH_meter balance - instrument
             none water - chemical)
 (:predicates
   (contains ?v - vessel ?c - chemical)
   (vol-of ?v - vessel ?n - vol)
   (plus ?a ?b ?sum - vol)
   (reacts ?c1 ?c2 ?prod - chemical)
   (reacts-at-heat ?c1 ?c2 ?prod - chemical)
   (mixed ?v - vessel ?c1 ?c2 - chemical ?n - vol)
   (hot ?v - vessel)
   (cool ?v - vessel)
   (rinsed ?v - vessel)
   (soiled ?v - vessel)
   (calibrated ?i - instrument)
   (uncalibrated ?i - instrument)
   (reading-taken ?v - vessel ?i - instrument)
   (zero ?n - vol))

 (:action rinse
  :parameters (?v - vessel ?n - vol)
  :precondition (and (soiled ?v) (contains ?v none) (vol-of ?v ?n) (zero ?n))
  :effect (and (rinsed ?v) (not (soiled ?v))))

 (:action empty-out
  :parameters (?v - vessel ?c - chemical ?n ?z - vol)
  :precondition (and (contains ?v ?c) (vol-of ?v ?n) (zero ?z) (cool ?v))
  :effect (and (not (contains ?v ?c)) (not (vol-of ?v ?n))
               (contains ?v none) (vol-of ?v ?z)))

 (:action transfer
  :parameters (?v1 ?v2 - vessel ?c - chemical ?n ?z - vol)
  :precondition (and (contains ?v1 ?c) (vol-of ?v1 ?n) (contains ?v2 none) (vol-of ?v2 ?z) (zero ?z)
                     (rinsed ?v2))
  :effect (and (not (contains ?v1 ?c)) (not (vol-of ?v1 ?n)) (contains ?v1 none) (vol-of ?v1 ?z)
               (soiled ?v1) (not (rinsed ?v1))
               (not (contains ?v2 none)) (not (vol-of ?v2 ?z)) (contains ?v2 ?c) (vol-of ?v2 ?n)))

 (:action combine
  :parameters (?v1 ?v2 - vessel ?c1 ?c2 - chemical ?n1 ?n2 ?n ?z - vol)
  :precondition (and (contains ?v1 ?c1) (vol-of ?v1 ?n1)
                     (contains ?v2 ?c2) (vol-of ?v2 ?n2)
                     (plus ?n1 ?n2 ?n) (zero ?z))
  :effect (and (not (contains ?v1 ?c1)) (not (vol-of ?v1 ?n1)) (contains ?v1 none) (vol-of ?v1 ?z)
               (soiled ?v1) (not (rinsed ?v1))
               (not (contains ?v2 ?c2)) (not (vol-of ?v2 ?n2))
               (mixed ?v2 ?c1 ?c2 ?n)))

 (:action stir
  :parameters (?v - vessel ?c1 ?c2 ?p - chemical ?n - vol)
  :precondition (and (mixed ?v ?c1 ?c2 ?n) (reacts ?c1 ?c2 ?p))
  :effect (and (contains ?v ?p) (vol-of ?v ?n) (not (mixed ?v ?c1 ?c2 ?n))))

 (:action reflux
  :parameters (?v - flask ?c1 ?c2 ?p - chemical ?n - vol)
  :precondition (and (mixed ?v ?c1 ?c2 ?n) (reacts-at-heat ?c1 ?c2 ?p) (hot ?v))
  :effect (and (contains ?v ?p) (vol-of ?v ?n) (not (mixed ?v ?c1 ?c2 ?n))))

 (:action heat
  :parameters (?v - vessel)
  :precondition (cool ?v)
  :effect (and (hot ?v) (not (cool ?v))))

 (:action let-cool
  :parameters (?v - vessel)
  :precondition (hot ?v)
  :effect (and (cool ?v) (not (hot ?v))))

 (:action calibrate
  :parameters (?i - instrument)
  :precondition (uncalibrated ?i)
  :effect (and (calibrated ?i) (not (uncalibrated ?i))))

 (:action measure-pH
  :parameters (?v - vessel ?c - chemical)
  :precondition (and (calibrated pH_meter) (contains ?v ?c) (cool ?v))
  :effect (and (reading-taken ?v pH_meter) (uncalibrated pH_meter) (not (calibrated pH_meter))))
)
