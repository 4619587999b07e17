;; text adventure as a planning problem. hero is implicit (it's always you)
(define (domain witchtower)
(:requirements :adl)
(:types place item creature - object
        weapon food potion key - item)
(:constants broom - item   cauldron - place   hero_frog - object)
(:predicates
  (youAreIn ?p - place)
  (path ?a - place ?b - place)
  (lockedPath ?a ?b - place ?k - key)
  (lies ?i - item ?p - place)
  (got ?i - item)
  (lurks ?m - creature ?p - place)
  (hungry ?m - creature)
  (asleep ?m - creature)
  (fears ?m - creature ?w - weapon)
  (carriesLoot ?m - creature ?i - item)
  (youAreFrog)
  (brewed ?x - potion)
  (recipe ?x - potion ?a ?b - item)
  (undoesFrog ?x - potion)
  (witchAngry))

(:action goto
 :parameters (?a ?b - place)
 :precondition (and (youAreIn ?a) (path ?a ?b)
    (forall (?m - creature) (imply (lurks ?m ?a) (or (asleep ?m) (youAreFrog)))))
 :effect (and (youAreIn ?b) (not (youAreIn ?a))))

(:action unlock
 :parameters (?a ?b - place ?k - key)
 :precondition (and (youAreIn ?a) (lockedPath ?a ?b ?k) (got ?k) (not (youAreFrog)))
 :effect (and (path ?a ?b) (path ?b ?a) (not (lockedPath ?a ?b ?k))))

(:action get
 :parameters (?i - item ?p - place)
 :precondition (and (youAreIn ?p) (lies ?i ?p) (not (youAreFrog)))
 :effect (and (got ?i) (not (lies ?i ?p))))

(:action feed
 :parameters (?m - creature ?f - food ?p - place)
 :precondition (and (youAreIn ?p) (lurks ?m ?p) (got ?f))
 :effect (and (not (got ?f))
   (when (hungry ?m) (and (asleep ?m) (not (hungry ?m))))
   (forall (?i - item) (when (carriesLoot ?m ?i) (and (lies ?i ?p) (not (carriesLoot ?m ?i)))))))

(:action scareAway
 :parameters (?m - creature ?w - weapon ?p - place)
 :precondition (and (youAreIn ?p) (lurks ?m ?p) (got ?w) (fears ?m ?w) (not (youAreFrog)))
 :effect (not (lurks ?m ?p)))

(:action brewPotion
 :parameters (?x - potion ?a ?b - item)
 :precondition (and (youAreIn cauldron) (recipe ?x ?a ?b) (got ?a) (got ?b) (not (youAreFrog)))
 :effect (and (brewed ?x) (got ?x) (not (got ?a)) (not (got ?b))))

(:action drink
 :parameters (?x - potion)
 :precondition (and (brewed ?x) (got ?x))
 :effect (and (not (got ?x)) (not (brewed ?x))
   (when (and (undoesFrog ?x) (youAreFrog)) (not (youAreFrog)))
   (when (and (not (undoesFrog ?x)) (not (youAreFrog))) (youAreFrog))))

(:action stealBroom
 :parameters (?p - place)
 :precondition (and (youAreIn ?p) (lies broom ?p) (youAreFrog))
 :effect (and (got broom) (witchAngry) (not (lies broom ?p))))
)
