; rolling maintenance of hypervisors. internal use, SRE team
(define (domain dc-maint)
  (:requirements :adl :typing)
  (:types host vm slots rack)
  (:predicates
    (runs-on ?v - vm ?h - host)
    (suspended ?v - vm)
    (free-slots ?h - host ?n - slots)
    (succ ?lo ?hi - slots)
    (in-rack ?h - host ?r - rack)
    (powered ?r - rack)
    (up ?h - host)
    (cordoned ?h - host)
    (patched ?h - host)
    (needs-reboot ?h - host)
    (degraded ?v - vm))

  (:action cordon
    :parameters (?h - host)
    :precondition (and (up ?h) (not (cordoned ?h)))
    :effect (cordoned ?h))

  (:action uncordon
    :parameters (?h - host)
    :precondition (and (up ?h) (cordoned ?h) (not (needs-reboot ?h)))
    :effect (not (cordoned ?h)))

  (:action live-migrate
    :parameters (?v - vm ?src ?dst - host ?s0 ?s1 ?d0 ?d1 - slots)
    :precondition (and (runs-on ?v ?src) (up ?src) (up ?dst)
                       (not (= ?src ?dst))
                       (not (cordoned ?dst))
                       (free-slots ?src ?s0) (succ ?s0 ?s1)
                       (free-slots ?dst ?d1) (succ ?d0 ?d1))
    :effect (and (not (runs-on ?v ?src)) (runs-on ?v ?dst)
                 (not (free-slots ?src ?s0)) (free-slots ?src ?s1)
                 (not (free-slots ?dst ?d1)) (free-slots ?dst ?d0)))

  (:action apply-patch
    :parameters (?h - host)
    :precondition (and (up ?h) (cordoned ?h)
                       (not (exists (?v - vm) (runs-on ?v ?h))))
    :effect (and (patched ?h) (needs-reboot ?h)))

  (:action reboot
    :parameters (?h - host)
    :precondition (up ?h)
    :effect (and (not (needs-reboot ?h))
                 (forall (?v - vm)
                   (when (runs-on ?v ?h) (degraded ?v)))))

  (:action cut-power
    :parameters (?r - rack)
    :precondition (and (powered ?r)
                       (forall (?h - host) (imply (in-rack ?h ?r) (cordoned ?h))))
    :effect (and (not (powered ?r))
                 (forall (?h - host) (when (in-rack ?h ?r) (not (up ?h))))
                 (forall (?h - host ?v - vm)
                   (when (and (in-rack ?h ?r) (runs-on ?v ?h)) (degraded ?v)))))

  (:action restore-power
    :parameters (?r - rack)
    :precondition (not (powered ?r))
    :effect (and (powered ?r)
                 (forall (?h - host) (when (in-rack ?h ?r) (up ?h)))))
)
