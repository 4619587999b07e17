;; Honey harvest - assignment 2
(define (domain beehive)
  (:requirements :strips :typing :negative-preconditions)
  (:types keeper hive frame jar)

  (:predicates
    (at-hive ?k - keeper ?h - hive)
    (wearing-suit ?k - keeper)
    (calm ?h - hive)
    (open ?h - hive)
    (frame-in ?f - frame ?h - hive)
    (holding-frame ?k - keeper ?f - frame)
    (full-of-honey ?f - frame)
    (capped ?f - frame)
    (empty-jar ?j - jar)
    (honey-jar ?j - jar)
    (hands-free ?k - keeper)
  )

  (:action put-on-suit
    :parameters (?k - keeper)
    :precondition (and (not (wearing-suit ?k)) (hands-free ?k))
    :effect (wearing-suit ?k))

  (:action walk-to-hive
    :parameters (?k - keeper ?from - hive ?to - hive)
    :precondition (at-hive ?k ?from)
    :effect (and (not (at-hive ?k ?from)) (at-hive ?k ?to)))

  (:action smoke-hive
    :parameters (?k - keeper ?h - hive)
    :precondition (and (at-hive ?k ?h) (wearing-suit ?k) (hands-free ?k))
    :effect (calm ?h))

  (:action open-hive
    :parameters (?k - keeper ?h - hive)
    :precondition (and (at-hive ?k ?h) (wearing-suit ?k) (calm ?h) (not (open ?h)) (hands-free ?k))
    :effect (open ?h))

  (:action close-hive
    :parameters (?k - keeper ?h - hive)
    :precondition (and (at-hive ?k ?h) (open ?h) (hands-free ?k))
    :effect (and (not (open ?h)) (not (calm ?h))))

  (:action take-frame
    :parameters (?k - keeper ?f - frame ?h - hive)
    :precondition (and (at-hive ?k ?h) (open ?h) (calm ?h) (frame-in ?f ?h) (hands-free ?k))
    :effect (and (holding-frame ?k ?f) (not (frame-in ?f ?h)) (not (hands-free ?k))))

  (:action return-frame
    :parameters (?k - keeper ?f - frame ?h - hive)
    :precondition (and (at-hive ?k ?h) (open ?h) (holding-frame ?k ?f))
    :effect (and (frame-in ?f ?h) (hands-free ?k) (not (holding-frame ?k ?f))))

  (:action scrape-caps
    :parameters (?k - keeper ?f - frame)
    :precondition (and (holding-frame ?k ?f) (capped ?f))
    :effect (not (capped ?f)))

  (:action extract-honey
    :parameters (?k - keeper ?f - frame ?j - jar)
    :precondition (and (holding-frame ?k ?f) (full-of-honey ?f) (not (capped ?f)) (empty-jar ?j))
    :effect (and (not (full-of-honey ?f)) (not (empty-jar ?j)) (honey-jar ?j)))
)
