(define (problem oilvalves-1)
  (:domain oilvalves)
  (:objects well junction refinery - node
            v1 v2 - valve
            p1 - pump
            joe - tech)
  (:init (valvebetween v1 well junction) (valvebetween v2 junction refinery)
         (pumpat p1 well) (running p1) (isopen v1) (leaky v2)
         (techat joe refinery)
         (road well junction) (road junction well)
         (road junction refinery) (road refinery junction))
  (:goal (and (haspressure refinery) (not (leaky v2)))))
