; Ward rounds for the AI planning coursework, group 7
(define (domain hospital-ward)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    nurse doctor - staff
    patient staff - person
    person room drug - object
  )
  (:predicates
    (at ?p - person ?r - room)
    (corridor ?r1 ?r2 - room)
    (needs-drug ?p - patient ?d - drug)
    (allergic ?p - patient ?d - drug)
    (stored-in ?d - drug ?r - room)
    (carrying ?n - nurse ?d - drug)
    (hands-free ?n - nurse)
    (prescribed ?p - patient ?d - drug)
    (vitals-checked ?p - patient)
    (treated ?p - patient)
    (discharged ?p - patient)
  )

  (:action walk
    :parameters (?s - staff ?from ?to - room)
    :precondition (and (at ?s ?from) (corridor ?from ?to))
    :effect (and (at ?s ?to) (not (at ?s ?from))))

  (:action check-vitals
    :parameters (?n - nurse ?p - patient ?r - room)
    :precondition (and (at ?n ?r) (at ?p ?r) (hands-free ?n))
    :effect (vitals-checked ?p))

  (:action prescribe
    :parameters (?doc - doctor ?p - patient ?d - drug ?r - room)
    :precondition (and (at ?doc ?r) (at ?p ?r) (vitals-checked ?p)
                       (needs-drug ?p ?d) (not (allergic ?p ?d)))
    :effect (prescribed ?p ?d))

  (:action fetch-drug
    :parameters (?n - nurse ?d - drug ?r - room)
    :precondition (and (at ?n ?r) (stored-in ?d ?r) (hands-free ?n))
    :effect (and (carrying ?n ?d) (not (hands-free ?n))))

  (:action administer
    :parameters (?n - nurse ?p - patient ?d - drug ?r - room)
    :precondition (and (at ?n ?r) (at ?p ?r) (carrying ?n ?d) (prescribed ?p ?d))
    :effect (and (treated ?p)
                 (not (needs-drug ?p ?d))
                 (not (carrying ?n ?d))
                 (hands-free ?n)))

  (:action wheel-patient
    :parameters (?n - nurse ?p - patient ?from ?to - room)
    :precondition (and (at ?n ?from) (at ?p ?from) (corridor ?from ?to) (hands-free ?n))
    :effect (and (at ?n ?to) (at ?p ?to) (not (at ?n ?from)) (not (at ?p ?from))))

  (:action discharge
    :parameters (?doc - doctor ?p - patient ?r - room)
    :precondition (and (at ?doc ?r) (at ?p ?r) (treated ?p))
    :effect (and (discharged ?p) (not (at ?p ?r))))
)
