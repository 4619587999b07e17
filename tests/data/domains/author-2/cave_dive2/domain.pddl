(define (domain cave_dive2)
(:requirements :strips :typing)
(:types diver chamber cylinder airlvl specimen)
(:constants sump0 - chamber)
(:predicates
	(in ?d - diver ?c - chamber)
	(dry_at ?d - diver)
	(linked ?c1 ?c2 - chamber)
	(line_laid ?c1 ?c2 - chamber)
	(breathing ?d - diver ?cy - cylinder)
	(cyl_at ?cy - cylinder ?c - chamber)
	(air ?cy - cylinder ?n - airlvl)
	(dec ?n ?m - airlvl)
	(full ?n - airlvl)
	(spec_at ?s - specimen ?c - chamber)
	(has_spec ?d - diver ?s - specimen)
	(delivered ?s - specimen))

(:action enter_water
	:parameters (?d - diver ?cy - cylinder)
	:precondition (and (dry_at ?d) (cyl_at ?cy sump0))
	:effect (and (in ?d sump0) (breathing ?d ?cy) (not (dry_at ?d)) (not (cyl_at ?cy sump0))))

(:action lay_line
	:parameters (?d - diver ?cy - cylinder ?c1 ?c2 - chamber ?n ?m - airlvl)
	:precondition (and (in ?d ?c1) (linked ?c1 ?c2) (breathing ?d ?cy) (air ?cy ?n) (dec ?n ?m))
	:effect (and (line_laid ?c1 ?c2) (line_laid ?c2 ?c1) (not (air ?cy ?n)) (air ?cy ?m)))

(:action swim
	:parameters (?d - diver ?cy - cylinder ?c1 ?c2 - chamber ?n ?m - airlvl)
	:precondition (and (in ?d ?c1) (line_laid ?c1 ?c2) (breathing ?d ?cy) (air ?cy ?n) (dec ?n ?m))
	:effect (and (not (in ?d ?c1)) (in ?d ?c2) (not (air ?cy ?n)) (air ?cy ?m)))

(:action swap_cylinder
	:parameters (?d - diver ?old ?new - cylinder ?c - chamber)
	:precondition (and (in ?d ?c) (breathing ?d ?old) (cyl_at ?new ?c))
	:effect (and (breathing ?d ?new) (cyl_at ?old ?c) (not (breathing ?d ?old)) (not (cyl_at ?new ?c))))

(:action collect
	:parameters (?d - diver ?s - specimen ?c - chamber)
	:precondition (and (in ?d ?c) (spec_at ?s ?c))
	:effect (and (has_spec ?d ?s) (not (spec_at ?s ?c))))

(:action get_out
	:parameters (?d - diver ?cy - cylinder)
	:precondition (and (in ?d sump0) (breathing ?d ?cy))
	:effect (and (dry_at ?d) (cyl_at ?cy sump0) (not (in ?d sump0)) (not (breathing ?d ?cy))))

(:action hand_over
	:parameters (?d - diver ?s - specimen)
	:precondition (and (dry_at ?d) (has_spec ?d ?s))
	:effect (and (delivered ?s) (not (has_spec ?d ?s))))

(:action refill
	:parameters (?cy - cylinder ?n ?m - airlvl)
	:precondition (and (cyl_at ?cy sump0) (air ?cy ?n) (full ?m))
	:effect (and (not (air ?cy ?n)) (air ?cy ?m)))
)
