(define (problem ebusdepot-morning)
  (:domain ebusdepot)
  (:objects
    bus7 bus9 - bus
    bay1 - bay
    abb1 - fast_charger
    wallbox1 - slow_charger
    soc20 soc50 soc80 soc100 - soc
    line4 line12 - line)
  (:init
    (busInYard bus7) (busInYard bus9) (bayFree bay1)
    (chargerServes abb1 bay1) (chargerServes wallbox1 bay1)
    (socLevel bus7 soc20) (socLevel bus9 soc80)
    (nextSoc soc20 soc50) (nextSoc soc50 soc80) (nextSoc soc80 soc100)
    (socEnough soc80 line4) (socEnough soc100 line4) (socEnough soc100 line12)
    (cleaned bus9)
    (lineOpen line4) (lineOpen line12)
    (= (total-cost) 0) (= (kwhPrice abb1) 30) (= (kwhPrice wallbox1) 12))
  (:goal (and (assigned bus7 line4) (assigned bus9 line12)))
  (:metric minimize (total-cost)))
