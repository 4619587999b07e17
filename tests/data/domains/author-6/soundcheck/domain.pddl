(define (domain soundCheck)
(:requirements :strips :negative-preconditions)
(:predicates
   (isMusician ?m)
   (isInstrument ?i)
   (isChannel ?c)
   (plays ?m ?i)
   (onStage ?x)
   (tuned ?i)
   (pluggedInto ?i ?c)
   (channelUsed ?c)
   (muted ?c)
   (checked ?i)
   (mixerOn)
)

(:action carryOnStage
  :parameters (?i)
  :precondition (and (isInstrument ?i) (not (onStage ?i)))
  :effect (and (onStage ?i)))

(:action enterStage
  :parameters (?m)
  :precondition (and (isMusician ?m) (not (onStage ?m)))
  :effect (and (onStage ?m)))

(:action tuneInstrument
  :parameters (?m ?i)
  :precondition (and (isMusician ?m) (isInstrument ?i) (plays ?m ?i) (onStage ?m) (onStage ?i) (not (tuned ?i)))
  :effect (and (tuned ?i)))

(:action switchMixerOn
  :parameters ()
  :precondition (and (not (mixerOn)))
  :effect (and (mixerOn)))

(:action plugIn
  :parameters (?i ?c)
  :precondition (and (isInstrument ?i) (isChannel ?c) (onStage ?i) (muted ?c) (not (channelUsed ?c)))
  :effect (and (pluggedInto ?i ?c) (channelUsed ?c)))

(:action unplug
  :parameters (?i ?c)
  :precondition (and (pluggedInto ?i ?c) (muted ?c))
  :effect (and (not (pluggedInto ?i ?c)) (not (channelUsed ?c))))

(:action unmute
  :parameters (?c)
  :precondition (and (isChannel ?c) (mixerOn) (muted ?c))
  :effect (and (not (muted ?c))))

(:action mute
  :parameters (?c)
  :precondition (and (isChannel ?c) (mixerOn) (not (muted ?c)))
  :effect (and (muted ?c)))

(:action doCheck
  :parameters (?m ?i ?c)
  :precondition (and (plays ?m ?i) (onStage ?m) (tuned ?i) (pluggedInto ?i ?c) (mixerOn) (not (muted ?c)))
  :effect (and (checked ?i)))
)
