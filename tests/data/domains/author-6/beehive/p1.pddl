(define (problem beehive-1)
  (:domain beehive)
  (:objects
    anna - keeper
    north south - hive
    f1 f2 - frame
    jar1 jar2 - jar)
  (:init
    (at-hive anna north)
    (hands-free anna)
    (frame-in f1 north)
    (frame-in f2 south)
    (full-of-honey f1)
    (full-of-honey f2)
    (capped f1)
    (empty-jar jar1)
    (empty-jar jar2))
  (:goal (and
    (honey-jar jar1)
    (honey-jar jar2)
    (frame-in f1 north)
    (frame-in f2 south)
    (not (open north))
    (not (open south))))
)
