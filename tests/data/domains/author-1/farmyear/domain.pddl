(define (domain farmyear)
(:requirements :strips :typing)
(:types field crop season machine)
(:constants spring summer autumn winter - season)
(:predicates
 (now ?s - season)
 (follows ?s1 ?s2 - season)
 (sowtime ?c - crop ?s - season)
 (reaptime ?c - crop ?s - season)
 (fallow ?f - field)
 (ploughed ?f - field)
 (sown ?f - field ?c - crop)
 (fed ?f - field)
 (exhausted ?f - field)
 (hitched ?m - machine)
 (tractorfree)
 (isplough ?m - machine)
 (isseeder ?m - machine)
 (iscombine ?m - machine)
 (inbarn ?c - crop))

(:action hitch
 :parameters (?m - machine)
 :precondition (tractorfree)
 :effect (and (hitched ?m) (not (tractorfree))))

(:action unhitch
 :parameters (?m - machine)
 :precondition (hitched ?m)
 :effect (and (tractorfree) (not (hitched ?m))))

(:action plough
 :parameters (?f - field ?m - machine)
 :precondition (and (fallow ?f) (hitched ?m) (isplough ?m))
 :effect (and (ploughed ?f) (not (fallow ?f))))

(:action sow
 :parameters (?f - field ?c - crop ?s - season ?m - machine)
 :precondition (and (ploughed ?f) (fed ?f) (now ?s) (sowtime ?c ?s) (hitched ?m) (isseeder ?m))
 :effect (and (sown ?f ?c) (not (ploughed ?f))))

(:action spreadmuck
 :parameters (?f - field)
 :precondition (and (exhausted ?f))
 :effect (and (fed ?f) (not (exhausted ?f))))

(:action reap
 :parameters (?f - field ?c - crop ?s - season ?m - machine)
 :precondition (and (sown ?f ?c) (now ?s) (reaptime ?c ?s) (hitched ?m) (iscombine ?m))
 :effect (and (inbarn ?c) (fallow ?f) (exhausted ?f) (not (fed ?f)) (not (sown ?f ?c))))

(:action nextseason
 :parameters (?s1 ?s2 - season)
 :precondition (and (now ?s1) (follows ?s1 ?s2))
 :effect (and (now ?s2) (not (now ?s1))))
)
