(define (problem postRound1)
 (:domain postRound)
 (:objects mainSt millLane - street
           no4 no9 - house
           bill birthdayCard - letter)
 (:init (postmanIn mainSt) (streetJoins mainSt millLane) (streetJoins millLane mainSt)
        (houseOn no4 mainSt) (houseOn no9 millLane)
        (letterFor bill no4) (letterFor birthdayCard no9)
        (inBag bill) (inBag birthdayCard)
        (dogQuiet no4) (dogLoose no9))
 (:goal (and (delivered bill) (delivered birthdayCard) (postmanIn mainSt))))
