(define (domain quake_rescue)
  (:requirements :typing :derived-predicates :negative-preconditions :disjunctive-preconditions :existential-preconditions)
  (:types site - object
          agent - object
          ugv uav team - agent
          victim)
  (:predicates
    (at_site ?a - agent ?s - site)
    (buried_at ?v - victim ?s - site)
    (road ?s1 ?s2 - site)
    (rubble ?s1 ?s2 - site)
    (can_reach ?s1 ?s2 - site)
    (scanned ?s - site)
    (located ?v - victim)
    (on_board ?v - victim ?u - ugv)
    (ugv_empty ?u - ugv)
    (is_camp ?s - site)
    (safe ?v - victim)
    (gas_leak ?s - site)
    (is_dangerous ?s - site))

  ;; roads only count when not blocked by rubble; closure computed below
  (:derived (can_reach ?s1 ?s2 - site)
    (or (and (road ?s1 ?s2) (not (rubble ?s1 ?s2)))
        (exists (?s3 - site)
          (and (road ?s1 ?s3) (not (rubble ?s1 ?s3)) (can_reach ?s3 ?s2)))))

  (:derived (is_dangerous ?s - site)
    (gas_leak ?s))

  (:action fly_uav
    :parameters (?d - uav ?from ?to - site)
    :precondition (at_site ?d ?from)
    :effect (and (at_site ?d ?to) (not (at_site ?d ?from))))

  (:action scan_site
    :parameters (?d - uav ?s - site)
    :precondition (and (at_site ?d ?s) (not (scanned ?s)))
    :effect (scanned ?s))

  (:action drive_ugv
    :parameters (?u - ugv ?from ?to - site)
    :precondition (and (at_site ?u ?from) (can_reach ?from ?to))
    :effect (and (at_site ?u ?to) (not (at_site ?u ?from))))

  (:action walk_team
    :parameters (?t - team ?from ?to - site)
    :precondition (and (at_site ?t ?from) (road ?from ?to) (scanned ?to) (not (is_dangerous ?to)))
    :effect (and (at_site ?t ?to) (not (at_site ?t ?from))))

  (:action clear_rubble
    :parameters (?t - team ?s1 ?s2 - site)
    :precondition (and (at_site ?t ?s1) (rubble ?s1 ?s2))
    :effect (and (not (rubble ?s1 ?s2)) (not (rubble ?s2 ?s1))))

  (:action shut_gas
    :parameters (?u - ugv ?s - site)
    :precondition (and (at_site ?u ?s) (gas_leak ?s))
    :effect (not (gas_leak ?s)))

  (:action dig_out
    :parameters (?t - team ?v - victim ?s - site)
    :precondition (and (at_site ?t ?s) (buried_at ?v ?s) (scanned ?s))
    :effect (and (located ?v)))

  (:action load_victim
    :parameters (?t - team ?u - ugv ?v - victim ?s - site)
    :precondition (and (at_site ?t ?s) (at_site ?u ?s) (buried_at ?v ?s) (located ?v) (ugv_empty ?u))
    :effect (and (on_board ?v ?u) (not (buried_at ?v ?s)) (not (ugv_empty ?u))))

  (:action unload_at_camp
    :parameters (?u - ugv ?v - victim ?s - site)
    :precondition (and (at_site ?u ?s) (is_camp ?s) (on_board ?v ?u))
    :effect (and (safe ?v) (ugv_empty ?u) (not (on_board ?v ?u))))
)
