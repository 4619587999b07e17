(define (domain house-building)
  (:requirements :strips :typing)
  (:types worker element trade)
  (:predicates
    (skilled ?w - worker ?tr - trade)
    (job-for ?e - element ?tr - trade)
    (rests-on ?e1 ?e2 - element)
    (on-ground ?e - element)
    (built ?e - element)
    (mat-delivered ?e - element)
    (mat-ordered ?e - element)
    (insp-ok ?e - element)
    (on-site ?w - worker))
  (:action order-mat
    :parameters (?e - element)
    :precondition ()
    :effect (mat-ordered ?e))
  (:action deliver-mat
    :parameters (?e - element)
    :precondition (mat-ordered ?e)
    :effect (and (mat-delivered ?e) (not (mat-ordered ?e))))
  (:action call-worker
    :parameters (?w - worker)
    :precondition ()
    :effect (on-site ?w))
  (:action send-home
    :parameters (?w - worker)
    :precondition (on-site ?w)
    :effect (not (on-site ?w)))
  (:action lay-foundation
    :parameters (?e - element ?w - worker ?tr - trade)
    :precondition (and (on-ground ?e) (mat-delivered ?e) (on-site ?w) (skilled ?w ?tr) (job-for ?e ?tr))
    :effect (and (built ?e) (not (mat-delivered ?e))))
  (:action build-on
    :parameters (?e1 ?e2 - element ?w - worker ?tr - trade)
    :precondition (and (rests-on ?e1 ?e2) (insp-ok ?e2) (mat-delivered ?e1)
                       (on-site ?w) (skilled ?w ?tr) (job-for ?e1 ?tr))
    :effect (and (built ?e1) (not (mat-delivered ?e1))))
  (:action inspect
    :parameters (?e - element)
    :precondition (built ?e)
    :effect (insp-ok ?e)))
