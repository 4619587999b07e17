(define (problem witchtower_easy)
(:domain witchtower)
(:objects gate attic - place
          ironkey - key
          pie - food
          troll - creature
          moss newtEye - item
          frogBrew cureBrew - potion)
(:init (youAreIn gate)
       (lies pie gate) (lies moss gate)
       (lurks troll gate) (hungry troll) (carriesLoot troll ironkey)
       (lockedPath gate cauldron ironkey)
       (path cauldron attic) (path attic cauldron)
       (lies newtEye cauldron)
       (lies broom attic)
       (recipe frogBrew moss newtEye)
       (undoesFrog cureBrew))
(:goal (got broom)))
