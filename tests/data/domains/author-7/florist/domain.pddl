(define (domain florist)
(:requirements :strips :typing)
(:types flower bouquet vase order)
(:predicates
  (InBucket ?f - flower)
  (Trimmed ?f - flower)
  (PartOf ?f - flower ?b - bouquet)
  (Unstarted ?b - bouquet)
  (Open ?b - bouquet)
  (Tied ?b - bouquet)
  (Wrapped ?b - bouquet)
  (InVase ?b - bouquet ?v - vase)
  (VaseFree ?v - vase)
  (For ?b - bouquet ?o - order)
  (Delivered ?o - order))
(:action Trim
  :parameters (?f - flower)
  :precondition (InBucket ?f)
  :effect (Trimmed ?f))
(:action StartBouquet
  :parameters (?b - bouquet ?f - flower)
  :precondition (and (Unstarted ?b) (Trimmed ?f) (InBucket ?f))
  :effect (and (Open ?b) (PartOf ?f ?b) (not (Unstarted ?b)) (not (InBucket ?f))))
(:action AddFlower
  :parameters (?f - flower ?b - bouquet)
  :precondition (and (Open ?b) (Trimmed ?f) (InBucket ?f))
  :effect (and (PartOf ?f ?b) (not (InBucket ?f))))
(:action Tie
  :parameters (?b - bouquet)
  :precondition (Open ?b)
  :effect (and (Tied ?b) (not (Open ?b))))
(:action PutInVase
  :parameters (?b - bouquet ?v - vase)
  :precondition (and (Tied ?b) (VaseFree ?v))
  :effect (and (InVase ?b ?v) (not (VaseFree ?v))))
(:action TakeAndWrap
  :parameters (?b - bouquet ?v - vase)
  :precondition (and (InVase ?b ?v) (Tied ?b))
  :effect (and (Wrapped ?b) (VaseFree ?v) (not (InVase ?b ?v))))
(:action Deliver
  :parameters (?b - bouquet ?o - order)
  :precondition (and (Wrapped ?b) (For ?b ?o))
  :effect (and (Delivered ?o) (not (Wrapped ?b)) (not (Tied ?b))))
)
