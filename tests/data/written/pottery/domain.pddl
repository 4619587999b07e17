(define (domain pottery)
  (:requirements :strips)
  (:predicates (clay ?c) (pot ?p) (kiln ?k) (glaze ?g)
    (shaped-from ?p ?c)
    (lump ?c)
    (wet ?p) (dry ?p) (fired ?p)
    (glazed-with ?p ?g)
    (inside ?p ?k)
    (kiln-free ?k))
  (:action throw-pot
    :parameters (?c ?p)
    :precondition (and (clay ?c) (pot ?p) (lump ?c))
    :effect (and (shaped-from ?p ?c) (wet ?p) (not (lump ?c))))
  (:action let-dry
    :parameters (?p)
    :precondition (and (pot ?p) (wet ?p))
    :effect (and (dry ?p) (not (wet ?p))))
  (:action brush-glaze
    :parameters (?p ?g)
    :precondition (and (pot ?p) (glaze ?g) (dry ?p))
    :effect (glazed-with ?p ?g))
  (:action load-kiln
    :parameters (?p ?k)
    :precondition (and (pot ?p) (kiln ?k) (dry ?p) (kiln-free ?k))
    :effect (and (inside ?p ?k) (not (kiln-free ?k))))
  (:action fire
    :parameters (?p ?k)
    :precondition (and (pot ?p) (kiln ?k) (inside ?p ?k))
    :effect (fired ?p))
  (:action empty-kiln
    :parameters (?p ?k)
    :precondition (and (pot ?p) (kiln ?k) (inside ?p ?k))
    :effect (and (kiln-free ?k) (not (inside ?p ?k)))))
