(define (domain roompaint)
  (:requirements :strips)
  (:predicates
    (iswall ?w) (iscolour ?c) (isbrush ?b)
    (bare ?w)
    (taped ?w)
    (primed ?w)
    (coated ?w ?c)
    (paintdry ?w)
    (clean ?b)
    (loaded ?b ?c)
    (tinopen ?c)
  )
  (:action opentin
    :parameters (?c)
    :precondition (and (iscolour ?c))
    :effect (and (tinopen ?c)))
  (:action tape
    :parameters (?w)
    :precondition (and (iswall ?w) (bare ?w))
    :effect (and (taped ?w)))
  (:action prime
    :parameters (?w)
    :precondition (and (iswall ?w) (bare ?w) (taped ?w))
    :effect (and (primed ?w) (not (bare ?w)) (not (paintdry ?w))))
  (:action waitdry
    :parameters (?w)
    :precondition (and (iswall ?w))
    :effect (and (paintdry ?w)))
  (:action dip
    :parameters (?b ?c)
    :precondition (and (isbrush ?b) (iscolour ?c) (tinopen ?c) (clean ?b))
    :effect (and (loaded ?b ?c) (not (clean ?b))))
  (:action paint
    :parameters (?w ?c ?b)
    :precondition (and (iswall ?w) (iscolour ?c) (isbrush ?b) (primed ?w) (paintdry ?w) (loaded ?b ?c))
    :effect (and (coated ?w ?c) (not (paintdry ?w)) (not (primed ?w))))
  (:action washbrush
    :parameters (?b ?c)
    :precondition (and (isbrush ?b) (iscolour ?c) (loaded ?b ?c))
    :effect (and (clean ?b) (not (loaded ?b ?c))))
  (:action removetape
    :parameters (?w ?c)
    :precondition (and (iswall ?w) (iscolour ?c) (taped ?w) (coated ?w ?c) (paintdry ?w))
    :effect (and (not (taped ?w))))
)
