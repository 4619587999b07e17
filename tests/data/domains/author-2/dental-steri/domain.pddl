(define (domain dental-steri)
  (:requirements :strips :typing :conditional-effects :negative-preconditions :universal-preconditions :disjunctive-preconditions)
  (:types instrument autoclave patient room procedure slot)
  (:predicates
    (contaminated ?i - instrument) (rinsed ?i - instrument) (pouched ?i - instrument) (sterile ?i - instrument)
    (on-counter ?i - instrument)
    (in-slot ?i - instrument ?s - slot)
    (slot-of ?s - slot ?a - autoclave)
    (slot-empty ?s - slot)
    (door-open ?a - autoclave)
    (on-tray ?i - instrument ?r - room)
    (seated ?p - patient ?r - room)
    (in-waiting-room ?p - patient)
    (chair-free ?r - room)
    (needs ?p - patient ?proc - procedure)
    (uses ?proc - procedure ?i - instrument)
    (treated ?p - patient ?proc - procedure))

  (:action ultrasonic-rinse
    :parameters (?i - instrument)
    :precondition (and (on-counter ?i) (contaminated ?i))
    :effect (rinsed ?i))

  (:action seal-pouch
    :parameters (?i - instrument)
    :precondition (and (on-counter ?i) (rinsed ?i))
    :effect (pouched ?i))

  (:action open-door
    :parameters (?a - autoclave)
    :precondition (not (door-open ?a))
    :effect (door-open ?a))

  (:action load-slot
    :parameters (?i - instrument ?s - slot ?a - autoclave)
    :precondition (and (on-counter ?i) (pouched ?i) (slot-of ?s ?a) (slot-empty ?s) (door-open ?a))
    :effect (and (in-slot ?i ?s) (not (on-counter ?i)) (not (slot-empty ?s))))

  (:action run-cycle
    :parameters (?a - autoclave)
    :precondition (door-open ?a)
    :effect (and (not (door-open ?a))
                 (forall (?i - instrument ?s - slot)
                   (when (and (in-slot ?i ?s) (slot-of ?s ?a))
                         (and (sterile ?i) (not (contaminated ?i)))))))

  (:action unload-slot
    :parameters (?i - instrument ?s - slot ?a - autoclave)
    :precondition (and (in-slot ?i ?s) (slot-of ?s ?a) (door-open ?a))
    :effect (and (on-counter ?i) (slot-empty ?s) (not (in-slot ?i ?s))))

  (:action set-tray
    :parameters (?i - instrument ?r - room)
    :precondition (and (on-counter ?i) (sterile ?i) (pouched ?i))
    :effect (and (on-tray ?i ?r) (not (on-counter ?i)) (not (pouched ?i))))

  (:action call-in-patient
    :parameters (?p - patient ?r - room)
    :precondition (and (in-waiting-room ?p) (chair-free ?r))
    :effect (and (seated ?p ?r) (not (in-waiting-room ?p)) (not (chair-free ?r))))

  (:action perform-procedure
    :parameters (?p - patient ?proc - procedure ?r - room)
    :precondition (and (seated ?p ?r) (needs ?p ?proc)
                       (forall (?i - instrument)
                         (or (not (uses ?proc ?i)) (and (on-tray ?i ?r) (sterile ?i)))))
    :effect (and (treated ?p ?proc)
                 (forall (?i - instrument)
                   (when (uses ?proc ?i)
                         (and (contaminated ?i) (not (sterile ?i)) (not (rinsed ?i)))))))

  (:action clear-tray
    :parameters (?i - instrument ?r - room)
    :precondition (on-tray ?i ?r)
    :effect (and (on-counter ?i) (not (on-tray ?i ?r))))

  (:action dismiss-patient
    :parameters (?p - patient ?r - room)
    :precondition (seated ?p ?r)
    :effect (and (chair-free ?r) (not (seated ?p ?r))))
)
