; Surgery ward planning domain
; every patient needs one operation and must end up in the recovery room
(define (domain surgery-ward)
  (:requirements :strips :typing)
  (:types
    person place - object
    patient surgeon nurse - person
    ward operating-room recovery-room - place)
  (:predicates
    (person-is-in ?person - person ?place - place)
    (room-is-sterile ?room - operating-room)
    (room-is-dirty ?room - operating-room)
    (room-is-available ?room - operating-room)
    (surgeon-has-washed-hands ?surgeon - surgeon)
    (patient-is-awake ?patient - patient)
    (patient-is-anaesthetised ?patient - patient)
    (patient-needs-operation ?patient - patient)
    (patient-was-operated ?patient - patient))

  (:action bring-patient-to-operating-room
    :parameters (?nurse - nurse ?patient - patient ?ward - ward ?room - operating-room)
    :precondition (and
      (person-is-in ?nurse ?ward)
      (person-is-in ?patient ?ward)
      (patient-needs-operation ?patient)
      (room-is-available ?room)
      (room-is-sterile ?room))
    :effect (and
      (not (person-is-in ?nurse ?ward))
      (not (person-is-in ?patient ?ward))
      (not (room-is-available ?room))
      (person-is-in ?nurse ?room)
      (person-is-in ?patient ?room)))

  (:action staff-walks
    :parameters (?nurse - nurse ?from - place ?to - place)
    :precondition (and (person-is-in ?nurse ?from))
    :effect (and (not (person-is-in ?nurse ?from)) (person-is-in ?nurse ?to)))

  (:action surgeon-enters
    :parameters (?surgeon - surgeon ?from - place ?room - operating-room)
    :precondition (and
      (person-is-in ?surgeon ?from)
      (surgeon-has-washed-hands ?surgeon))
    :effect (and
      (not (person-is-in ?surgeon ?from))
      (person-is-in ?surgeon ?room)))

  (:action surgeon-washes-hands
    :parameters (?surgeon - surgeon)
    :precondition (and)
    :effect (and (surgeon-has-washed-hands ?surgeon)))

  (:action give-anaesthesia
    :parameters (?nurse - nurse ?patient - patient ?room - operating-room)
    :precondition (and
      (person-is-in ?nurse ?room)
      (person-is-in ?patient ?room)
      (patient-is-awake ?patient))
    :effect (and
      (not (patient-is-awake ?patient))
      (patient-is-anaesthetised ?patient)))

  (:action operate
    :parameters (?surgeon - surgeon ?nurse - nurse ?patient - patient ?room - operating-room)
    :precondition (and
      (person-is-in ?surgeon ?room)
      (person-is-in ?nurse ?room)
      (person-is-in ?patient ?room)
      (surgeon-has-washed-hands ?surgeon)
      (patient-is-anaesthetised ?patient)
      (patient-needs-operation ?patient)
      (room-is-sterile ?room))
    :effect (and
      (not (patient-needs-operation ?patient))
      (not (surgeon-has-washed-hands ?surgeon))
      (not (room-is-sterile ?room))
      (room-is-dirty ?room)
      (patient-was-operated ?patient)))

  (:action bring-patient-to-recovery
    :parameters (?nurse - nurse ?patient - patient ?room - operating-room ?recovery - recovery-room)
    :precondition (and
      (person-is-in ?nurse ?room)
      (person-is-in ?patient ?room)
      (patient-was-operated ?patient))
    :effect (and
      (not (person-is-in ?nurse ?room))
      (not (person-is-in ?patient ?room))
      (person-is-in ?nurse ?recovery)
      (person-is-in ?patient ?recovery)
      (room-is-available ?room)))

  (:action wake-patient
    :parameters (?nurse - nurse ?patient - patient ?recovery - recovery-room)
    :precondition (and
      (person-is-in ?nurse ?recovery)
      (person-is-in ?patient ?recovery)
      (patient-is-anaesthetised ?patient))
    :effect (and
      (not (patient-is-anaesthetised ?patient))
      (patient-is-awake ?patient)))

  (:action clean-operating-room
    :parameters (?nurse - nurse ?room - operating-room)
    :precondition (and
      (person-is-in ?nurse ?room)
      (room-is-dirty ?room)
      (room-is-available ?room))
    :effect (and
      (not (room-is-dirty ?room))
      (room-is-sterile ?room)))
)
