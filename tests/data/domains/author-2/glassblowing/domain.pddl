(define (domain glassblowing)
 (:requirements :strips :typing :negative-preconditions :universal-preconditions)
 (:types gaffer rod glass temp stage color)
 (:predicates
   (rod-free ?r - rod)
   (holds ?g - gaffer ?r - rod)
   (idle ?g - gaffer)
   (on-rod ?p - glass ?r - rod)
   (ungathered ?p - glass)
   (temp-is ?p - glass ?t - temp)
   (one-hotter ?hi - temp ?lo - temp)
   (hottest ?t - temp)
   (soft ?t - temp)
   (stage-is ?p - glass ?s - stage)
   (next-stage ?s1 - stage ?s2 - stage)
   (raw ?s - stage)
   (final ?s - stage)
   (tinted ?p - glass ?c - color)
   (annealing ?p - glass))

 (:action pick-rod
  :parameters (?g - gaffer ?r - rod)
  :precondition (and (idle ?g) (rod-free ?r))
  :effect (and (holds ?g ?r) (not (idle ?g)) (not (rod-free ?r))))

 (:action gather
  :parameters (?g - gaffer ?r - rod ?p - glass ?t - temp ?s - stage)
  :precondition (and (holds ?g ?r) (ungathered ?p) (hottest ?t) (raw ?s)
                     (forall (?q - glass) (not (on-rod ?q ?r))))
  :effect (and (on-rod ?p ?r) (temp-is ?p ?t) (stage-is ?p ?s) (not (ungathered ?p))))

 (:action roll-in-color
  :parameters (?g - gaffer ?r - rod ?p - glass ?c - color ?oldT ?newT - temp ?s - stage)
  :precondition (and (holds ?g ?r) (on-rod ?p ?r) (stage-is ?p ?s) (raw ?s)
                     (temp-is ?p ?oldT) (soft ?oldT) (one-hotter ?oldT ?newT))
  :effect (and (tinted ?p ?c) (not (temp-is ?p ?oldT)) (temp-is ?p ?newT)))

 (:action blow-and-shape
  :parameters (?g - gaffer ?r - rod ?p - glass ?oldS ?newS - stage ?oldT ?newT - temp)
  :precondition (and (holds ?g ?r) (on-rod ?p ?r) (stage-is ?p ?oldS) (next-stage ?oldS ?newS)
                     (temp-is ?p ?oldT) (soft ?oldT) (one-hotter ?oldT ?newT))
  :effect (and (not (stage-is ?p ?oldS)) (stage-is ?p ?newS)
               (not (temp-is ?p ?oldT)) (temp-is ?p ?newT)))

 (:action reheat-in-glory-hole
  :parameters (?g - gaffer ?r - rod ?p - glass ?oldT ?newT - temp)
  :precondition (and (holds ?g ?r) (on-rod ?p ?r) (temp-is ?p ?oldT) (one-hotter ?newT ?oldT))
  :effect (and (not (temp-is ?p ?oldT)) (temp-is ?p ?newT)))

 (:action crack-off-to-annealer
  :parameters (?g - gaffer ?r - rod ?p - glass ?s - stage ?t - temp)
  :precondition (and (holds ?g ?r) (on-rod ?p ?r) (stage-is ?p ?s) (final ?s)
                     (temp-is ?p ?t) (not (soft ?t)))
  :effect (and (annealing ?p) (not (on-rod ?p ?r)) (not (holds ?g ?r)) (idle ?g) (rod-free ?r)))
)
