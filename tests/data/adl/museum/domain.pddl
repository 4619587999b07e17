; A room opens when all that is precious in it is covered or watched; walking on the spot is allowed.
(define (domain museum)
  (:requirements :adl)
  (:types room exhibit guard)
  (:predicates (hangs ?e - exhibit ?r - room) (precious ?e - exhibit) (covered ?e - exhibit)
               (on-duty ?g - guard ?r - room) (tired ?g - guard) (open ?r - room)
               (next-to ?a ?b - room))
  (:action walk
    :parameters (?g - guard ?from ?to - room)
    :precondition (and (on-duty ?g ?from) (or (= ?from ?to) (next-to ?from ?to) (next-to ?to ?from)))
    :effect (and (not (on-duty ?g ?from)) (on-duty ?g ?to) (when (not (= ?from ?to)) (tired ?g))))
  (:action rest
    :parameters (?g - guard)
    :precondition (tired ?g)
    :effect (not (tired ?g)))
  (:action cover
    :parameters (?e - exhibit ?r - room)
    :precondition (and (hangs ?e ?r) (exists (?g - guard) (and (on-duty ?g ?r) (not (tired ?g)))))
    :effect (covered ?e))
  (:action open-up
    :parameters (?r - room)
    :precondition (forall (?e - exhibit)
                    (imply (and (hangs ?e ?r) (precious ?e))
                           (or (covered ?e) (exists (?g - guard) (on-duty ?g ?r)))))
    :effect (and (open ?r)
                 (forall (?e - exhibit ?other - room)
                   (when (and (hangs ?e ?other) (open ?other)) (not (covered ?e)))))))
