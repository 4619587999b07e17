(define (problem two-scene-play)
  (:domain stage-night)
  (:objects sc1 sc2 - scene
            olga - actor
            gown rags - costume
            balcony hut - set-piece)
  (:init (phase-changeover) (next-up sc1) (scene-order sc1 sc2) (last-scene sc2)
         (appears olga sc1) (appears olga sc2)
         (role-costume olga sc1 gown) (role-costume olga sc2 rags)
         (on-hanger gown) (on-hanger rags)
         (undressed olga) (in-wings olga)
         (belongs-to balcony sc1) (belongs-to hut sc2))
  (:goal (and (performed sc1) (performed sc2) (bow-taken) (not (flown-in balcony)))))
