(define (problem barberSaturday)
  (:domain barberShop)
  (:objects
    paul ivan - client
    figaro - barber
    chairOne - chair
  )
  (:init
    (waitingOutside paul)
    (waitingOutside ivan)
    (chairFree chairOne)
    (barberIdle figaro)
  )
  (:goal (and (hairCut paul) (beardShaved ivan) (leftShop paul) (leftShop ivan) (chairSwept chairOne)))
)
