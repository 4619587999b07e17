(define (problem p1) (:domain lamps)
  (:objects desk ceiling - lamp study - room)
  (:init (in desk study) (in ceiling study) (broken ceiling) (has-spare-bulb study))
  (:goal (and (lit desk) (lit ceiling))))
