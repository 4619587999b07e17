(define (problem airport-turnaround-1)
  (:domain airport-turnaround)
  (:objects lh204 - aircraft
            s12 - stand
            rw09 - runway
            bowser1 - fuel-truck
            stair1 - stair-car
            belt1 - belt-loader
            tug1 - tug
            van1 - catering-van)
  (:init (= (total-cost) 0)
         (approaching lh204) (runway-clear rw09) (stand-clear s12) (taxi-link rw09 s12)
         (pax-on-board lh204) (bags-on-board lh204) (new-pax-waiting lh204)
         (vehicle-in-depot bowser1) (vehicle-in-depot stair1) (vehicle-in-depot belt1)
         (vehicle-in-depot tug1) (vehicle-in-depot van1)
         (not-busy bowser1) (not-busy stair1) (not-busy belt1) (not-busy tug1) (not-busy van1))
  (:goal (and (airborne lh204) (vehicle-in-depot stair1)))
  (:metric minimize (total-cost)))
