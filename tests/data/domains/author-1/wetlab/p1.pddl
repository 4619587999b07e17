; make ester in flask f1 and take its pH
(define (problem wetlab-ester)
 (:domain wetlab)
 (:objects b1 b2 - beaker
           f1 - flask
           ethanol aceticacid ester - chemical
           ml0 ml10 ml20 - vol)
 (:init (zero ml0)
        (plus ml10 ml10 ml20) (plus ml0 ml10 ml10) (plus ml10 ml0 ml10)
        (contains b1 ethanol) (vol-of b1 ml10)
        (contains b2 aceticacid) (vol-of b2 ml10)
        (contains f1 none) (vol-of f1 ml0) (soiled f1)
        (cool b1) (cool b2) (cool f1)
        (rinsed b1) (rinsed b2)
        (reacts-at-heat ethanol aceticacid ester)
        (uncalibrated pH_meter) (uncalibrated balance))
 (:goal (and (contains f1 ester) (vol-of f1 ml20) (reading-taken f1 pH_meter) (rinsed b1))))
