(define (problem night1)
  (:domain campfire)
  (:objects tom - camper
            camp woods - place
            oak birch - log
            sausage - food
            twig - stick)
  (:init (at tom camp) (firepit camp)
         (path camp woods) (path woods camp)
         (lies oak woods) (lies birch woods) (lies twig woods)
         (lies sausage camp))
  (:goal (and (fed tom) (not (burning camp)))))
