(define (domain serverRollout)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types server version balancer)
  (:predicates
    (runs ?s - server ?v - version)
    (stopped ?s - server)
    (inPool ?s - server ?lb - balancer)
    (reachable ?s - server ?lb - balancer)
    (backedUp ?s - server)
    (built ?v - version)
    (testsPassed ?v - version)
    (upgradePath ?old ?new - version)
  )
  (:action build
    :parameters (?v - version)
    :precondition (not (built ?v))
    :effect (built ?v))
  (:action runTests
    :parameters (?v - version)
    :precondition (built ?v)
    :effect (testsPassed ?v))
  (:action drain
    :parameters (?s - server ?lb - balancer ?other - server)
    :precondition (and (inPool ?s ?lb) (inPool ?other ?lb) (not (= ?s ?other)))
    :effect (not (inPool ?s ?lb)))
  (:action stopServer
    :parameters (?s - server ?lb - balancer)
    :precondition (and (reachable ?s ?lb) (not (inPool ?s ?lb)) (not (stopped ?s)))
    :effect (stopped ?s))
  (:action backup
    :parameters (?s - server)
    :precondition (stopped ?s)
    :effect (backedUp ?s))
  (:action deploy
    :parameters (?s - server ?old ?new - version)
    :precondition (and (runs ?s ?old) (stopped ?s) (backedUp ?s) (upgradePath ?old ?new)
                       (built ?new) (testsPassed ?new))
    :effect (and (runs ?s ?new) (not (runs ?s ?old)) (not (backedUp ?s))))
  (:action startServer
    :parameters (?s - server)
    :precondition (stopped ?s)
    :effect (not (stopped ?s)))
  (:action addToPool
    :parameters (?s - server ?lb - balancer)
    :precondition (and (reachable ?s ?lb) (not (stopped ?s)) (not (inPool ?s ?lb)))
    :effect (inPool ?s ?lb))
)
