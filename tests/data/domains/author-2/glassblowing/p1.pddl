(define (problem blue-tumbler)
 (:domain glassblowing)
 (:objects maria - gaffer pipe1 - rod tumbler - glass cobalt - color
           cold warm hot glowing - temp
           blob bubble cup - stage)
 (:init (idle maria) (rod-free pipe1) (ungathered tumbler)
        (one-hotter glowing hot) (one-hotter hot warm) (one-hotter warm cold)
        (hottest glowing) (soft glowing) (soft hot)
        (raw blob) (next-stage blob bubble) (next-stage bubble cup) (final cup))
 (:goal (and (annealing tumbler) (tinted tumbler cobalt))))
