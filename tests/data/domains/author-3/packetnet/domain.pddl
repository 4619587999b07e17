(define (domain packetnet)
  (:requirements :strips)
  (:predicates
    (pkt ?p) (host ?h)
    (link ?h1 ?h2)
    (up ?h)
    (pkt-at ?p ?h)
    (dst ?p ?h)
    (buf-free ?h)
    (encr ?p)
    (key-shared ?h1 ?h2)
    (acked ?p))
  (:action boot
    :parameters (?h)
    :precondition (host ?h)
    :effect (up ?h))
  (:action exch-keys
    :parameters (?h1 ?h2)
    :precondition (and (host ?h1) (host ?h2) (up ?h1) (up ?h2) (link ?h1 ?h2))
    :effect (and (key-shared ?h1 ?h2) (key-shared ?h2 ?h1)))
  (:action encrypt
    :parameters (?p ?h)
    :precondition (and (pkt ?p) (pkt-at ?p ?h) (up ?h))
    :effect (encr ?p))
  (:action fwd
    :parameters (?p ?h1 ?h2)
    :precondition (and (pkt ?p) (pkt-at ?p ?h1) (encr ?p) (up ?h1) (up ?h2)
                       (link ?h1 ?h2) (key-shared ?h1 ?h2) (buf-free ?h2))
    :effect (and (pkt-at ?p ?h2) (buf-free ?h1) (not (pkt-at ?p ?h1)) (not (buf-free ?h2))))
  (:action ack
    :parameters (?p ?h)
    :precondition (and (pkt ?p) (host ?h) (pkt-at ?p ?h) (dst ?p ?h))
    :effect (and (acked ?p) (buf-free ?h) (not (pkt-at ?p ?h)))))
