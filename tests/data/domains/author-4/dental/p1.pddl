(define (problem tuesday-morning) (:domain dental-practice)
  (:objects mr-novak lily - patient chair1 - chair molar canine incisor - tooth
            turbine probe - instrument)
  (:init (in-waiting-room lily) (seated mr-novak chair1) (occupied chair1)
         (tooth-of molar lily) (tooth-of canine lily) (tooth-of incisor mr-novak)
         (decayed molar) (filled incisor) (nervous lily)
         (drill-with turbine) (sterile probe))
  (:goal (and (filled molar) (not (nervous lily)))))
