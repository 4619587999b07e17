(define (problem wash1)
(:domain car_wash)
(:objects car1 car2 bay1 bob)
(:init
  (car car1) (car car2) (bay bay1) (worker bob)
  (waiting car1) (waiting car2)
  (dirty car1) (dirty car2)
  (free_bay bay1))
(:goal (and (clean car1) (clean car2) (gone car1))))
