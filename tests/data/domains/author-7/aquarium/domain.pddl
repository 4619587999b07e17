(define (domain aquarium)
 (:requirements :strips :typing)
 (:types fish tank)
 (:predicates
   (in ?f - fish ?t - tank)
   (innet ?f - fish)
   (netfree)
   (full ?t - tank)
   (drained ?t - tank)
   (algae ?t - tank)
   (scrubbed ?t - tank)
   (nofish ?t - tank)
   (hungry ?f - fish)
   (happy ?f - fish))
 (:action catch
  :parameters (?f - fish ?t - tank)
  :precondition (and (in ?f ?t) (netfree))
  :effect (and (innet ?f) (nofish ?t) (not (in ?f ?t)) (not (netfree))))
 (:action release
  :parameters (?f - fish ?t - tank)
  :precondition (and (innet ?f) (full ?t) (nofish ?t))
  :effect (and (in ?f ?t) (netfree) (not (innet ?f)) (not (nofish ?t))))
 (:action drain
  :parameters (?t - tank)
  :precondition (and (full ?t) (nofish ?t))
  :effect (and (drained ?t) (not (full ?t))))
 (:action scrub
  :parameters (?t - tank)
  :precondition (and (drained ?t) (algae ?t))
  :effect (and (scrubbed ?t) (not (algae ?t))))
 (:action fill
  :parameters (?t - tank)
  :precondition (drained ?t)
  :effect (and (full ?t) (not (drained ?t))))
 (:action feed
  :parameters (?f - fish ?t - tank)
  :precondition (and (in ?f ?t) (hungry ?f) (scrubbed ?t))
  :effect (and (happy ?f) (not (hungry ?f))))
)
