; red team exercise, attack-graph style
(define (domain netsec-pivot)
  (:requirements :typing :derived-predicates :existential-preconditions)
  (:types host subnet vuln cred - object)
  (:predicates
    (host-in ?h - host ?n - subnet)
    (fw-allows ?n1 ?n2 - subnet)
    (has-vuln ?h - host ?v - vuln)
    (remote ?v - vuln)
    (privesc ?v - vuln)
    (exploit-known ?v - vuln)
    (user-on ?h - host)
    (root-on ?h - host)
    (stores-cred ?h - host ?c - cred)
    (cred-opens ?c - cred ?h - host)
    (got-cred ?c - cred)
    (holds-data ?h - host)
    (exfiltrated ?h - host)
    (access ?h - host)
    (reachable ?h - host))

  (:derived (access ?h - host) (user-on ?h))
  (:derived (access ?h - host) (root-on ?h))

  (:derived (reachable ?t - host)
    (exists (?s - host ?n1 ?n2 - subnet)
      (and (access ?s) (host-in ?s ?n1) (host-in ?t ?n2) (fw-allows ?n1 ?n2))))

  (:action research-exploit
    :parameters (?v - vuln)
    :precondition ()
    :effect (exploit-known ?v))

  (:action remote-exploit
    :parameters (?t - host ?v - vuln)
    :precondition (and (reachable ?t) (has-vuln ?t ?v) (remote ?v) (exploit-known ?v))
    :effect (user-on ?t))

  (:action escalate
    :parameters (?h - host ?v - vuln)
    :precondition (and (user-on ?h) (has-vuln ?h ?v) (privesc ?v) (exploit-known ?v))
    :effect (root-on ?h))

  (:action dump-creds
    :parameters (?h - host ?c - cred)
    :precondition (and (root-on ?h) (stores-cred ?h ?c))
    :effect (got-cred ?c))

  (:action ssh-login
    :parameters (?t - host ?c - cred)
    :precondition (and (reachable ?t) (got-cred ?c) (cred-opens ?c ?t))
    :effect (user-on ?t))

  (:action exfiltrate
    :parameters (?h - host)
    :precondition (and (access ?h) (holds-data ?h))
    :effect (exfiltrated ?h))
)
