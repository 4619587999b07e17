(define (problem p2) (:domain lamps)
  (:objects desk - lamp study - room)
  (:init (in desk study) (broken desk) (has-spare-bulb study))
  (:goal (lit desk)))
