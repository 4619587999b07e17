(define (problem SORT2)
  (:domain SORTLINE_V2)
  (:objects can1 bottle1 - item
            k1 k2 k3 k4 - cell
            armA armB - arm
            metalbin glassbin - bin
            alu glass - material)
  (:init (PHASE_ARMS) (FIRST_CELL k1)
         (NXT k1 k2) (NXT k2 k3) (NXT k3 k4) (NXT k4 k1)
         (SCANNER_OVER k2) (ARM_OVER armA k3 metalbin) (ARM_OVER armB k4 glassbin)
         (WAITING can1) (WAITING bottle1)
         (MADE_OF can1 alu) (MADE_OF bottle1 glass)
         (ACCEPTS metalbin alu) (ACCEPTS glassbin glass))
  (:goal (and (IN_BIN can1 metalbin) (IN_BIN bottle1 glassbin))))
