(define (domain SheepFarm)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types sheep dog field)
  (:constants pen - field)
  (:predicates
    (sheepAt ?s - sheep ?f - field)
    (dogAt ?d - dog ?f - field)
    (gate ?f1 ?f2 - field)
    (gateOpen ?f1 ?f2 - field)
    (woolly ?s - sheep)
    (shorn ?s - sheep)
    (marked ?s - sheep)
    (hasGrass ?f - field)
    (grazed ?s - sheep))

  (:action OpenGate
    :parameters (?f1 ?f2 - field)
    :precondition (and (gate ?f1 ?f2) (not (gateOpen ?f1 ?f2)))
    :effect (and (gateOpen ?f1 ?f2) (gateOpen ?f2 ?f1)))

  (:action CloseGate
    :parameters (?f1 ?f2 - field)
    :precondition (and (gate ?f1 ?f2) (gateOpen ?f1 ?f2))
    :effect (and (not (gateOpen ?f1 ?f2)) (not (gateOpen ?f2 ?f1))))

  (:action RunDog
    :parameters (?d - dog ?f1 ?f2 - field)
    :precondition (and (dogAt ?d ?f1) (not (= ?f1 ?f2)))
    :effect (and (dogAt ?d ?f2) (not (dogAt ?d ?f1))))

  (:action Herd
    :parameters (?d - dog ?s - sheep ?f1 ?f2 - field)
    :precondition (and (dogAt ?d ?f1) (sheepAt ?s ?f1) (gateOpen ?f1 ?f2))
    :effect (and (dogAt ?d ?f2) (sheepAt ?s ?f2) (not (dogAt ?d ?f1)) (not (sheepAt ?s ?f1))))

  (:action Shear
    :parameters (?s - sheep)
    :precondition (and (sheepAt ?s pen) (woolly ?s))
    :effect (and (shorn ?s) (not (woolly ?s))))

  (:action Mark
    :parameters (?s - sheep)
    :precondition (and (sheepAt ?s pen) (shorn ?s))
    :effect (marked ?s))

  (:action Graze
    :parameters (?s - sheep ?f - field)
    :precondition (and (sheepAt ?s ?f) (hasGrass ?f))
    :effect (grazed ?s)))
