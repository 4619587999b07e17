(define (domain darkroom)
(:requirements :strips :negative-preconditions)
(:predicates (lighton) (paper ?p) (negative ?n) (tray ?t)
             (inenlarger ?n) (enlargerempty)
             (exposed ?p ?n) (developer ?t) (fixer ?t)
             (developed ?p) (fixed ?p) (dry ?p))

(:action switchoff
 :parameters ()
 :precondition (lighton)
 :effect (not (lighton)))

(:action switchon
 :parameters ()
 :precondition (not (lighton))
 :effect (lighton))

(:action insertneg
 :parameters (?n)
 :precondition (and (negative ?n) (enlargerempty))
 :effect (and (inenlarger ?n) (not (enlargerempty))))

(:action removeneg
 :parameters (?n)
 :precondition (and (negative ?n) (inenlarger ?n))
 :effect (and (enlargerempty) (not (inenlarger ?n))))

(:action expose
 :parameters (?p ?n)
 :precondition (and (paper ?p) (negative ?n) (inenlarger ?n) (dry ?p) (not (developed ?p)) (not (lighton)))
 :effect (exposed ?p ?n))

(:action develop
 :parameters (?p ?n ?t)
 :precondition (and (paper ?p) (negative ?n) (tray ?t) (developer ?t) (exposed ?p ?n) (not (lighton)))
 :effect (and (developed ?p) (not (dry ?p))))

(:action fix
 :parameters (?p ?t)
 :precondition (and (paper ?p) (tray ?t) (fixer ?t) (developed ?p) (not (lighton)))
 :effect (fixed ?p))

(:action hangup
 :parameters (?p)
 :precondition (and (paper ?p) (fixed ?p) (lighton))
 :effect (dry ?p))
)
