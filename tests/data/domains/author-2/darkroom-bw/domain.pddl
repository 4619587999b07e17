; Developing black and white 35mm at home
(define (domain darkroom-bw)
(:requirements :strips :typing :negative-preconditions :conditional-effects :universal-preconditions)
(:types film tank chemical)
(:constants developer stop-bath fixer water - chemical)
(:predicates
  (light-on)
  (in-canister ?f - film)
  (on-reel ?f - film ?t - tank)
  (reel-free ?t - tank)
  (lid-on ?t - tank)
  (contains ?t - tank ?c - chemical)
  (tank-dry ?t - tank)
  (developed ?f - film)
  (stopped ?f - film)
  (fixed ?f - film)
  (washed ?f - film)
  (hanging ?f - film)
  (fogged ?f - film)
)

(:action lights-off
 :parameters ()
 :precondition (light-on)
 :effect (not (light-on)))

(:action lights-on
 :parameters ()
 :precondition (not (light-on))
 :effect (and (light-on)
   (forall (?f - film ?t - tank)
     (when (and (on-reel ?f ?t) (not (lid-on ?t)) (not (fixed ?f)))
           (fogged ?f)))))

(:action load-reel
 :parameters (?f - film ?t - tank)
 :precondition (and (not (light-on)) (in-canister ?f) (reel-free ?t) (not (lid-on ?t)))
 :effect (and (on-reel ?f ?t) (not (in-canister ?f)) (not (reel-free ?t))))

(:action put-lid
 :parameters (?t - tank)
 :precondition (not (lid-on ?t))
 :effect (lid-on ?t))

(:action take-lid-off
 :parameters (?t - tank)
 :precondition (lid-on ?t)
 :effect (and (not (lid-on ?t))
   (forall (?f - film)
     (when (and (light-on) (on-reel ?f ?t) (not (fixed ?f)))
           (fogged ?f)))))

(:action pour-in
 :parameters (?c - chemical ?t - tank)
 :precondition (and (light-on) (lid-on ?t) (tank-dry ?t))
 :effect (and (contains ?t ?c) (not (tank-dry ?t))))

(:action pour-out
 :parameters (?c - chemical ?t - tank)
 :precondition (contains ?t ?c)
 :effect (and (not (contains ?t ?c)) (tank-dry ?t)))

(:action agitate-dev
 :parameters (?f - film ?t - tank)
 :precondition (and (on-reel ?f ?t) (contains ?t developer))
 :effect (developed ?f))

(:action agitate-stop
 :parameters (?f - film ?t - tank)
 :precondition (and (on-reel ?f ?t) (contains ?t stop-bath) (developed ?f))
 :effect (stopped ?f))

(:action agitate-fix
 :parameters (?f - film ?t - tank)
 :precondition (and (on-reel ?f ?t) (contains ?t fixer) (stopped ?f))
 :effect (fixed ?f))

(:action wash
 :parameters (?f - film ?t - tank)
 :precondition (and (on-reel ?f ?t) (contains ?t water) (fixed ?f))
 :effect (washed ?f))

(:action hang-up
 :parameters (?f - film ?t - tank)
 :precondition (and (on-reel ?f ?t) (washed ?f) (not (lid-on ?t)))
 :effect (and (hanging ?f) (reel-free ?t) (not (on-reel ?f ?t))))
)
