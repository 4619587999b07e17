(define (domain bee_yard)
 (:requirements :strips)
 (:predicates (hive ?h) (frame ?f) (keeper ?k) (extractor ?e)
              (smoker_lit ?k) (calm ?h) (opened ?h) (shut ?h)
              (frame_in ?f ?h) (holding ?k ?f) (hands_free ?k)
              (capped ?f) (uncapped ?f) (in_extractor ?f ?e) (ext_free ?e)
              (harvested ?f))

 (:action light_smoker
  :parameters (?k)
  :precondition (and (keeper ?k) (hands_free ?k))
  :effect (smoker_lit ?k))

 (:action smoke
  :parameters (?k ?h)
  :precondition (and (keeper ?k) (hive ?h) (smoker_lit ?k) (shut ?h))
  :effect (calm ?h))

 (:action open_hive
  :parameters (?k ?h)
  :precondition (and (keeper ?k) (hive ?h) (hands_free ?k) (calm ?h) (shut ?h))
  :effect (and (opened ?h) (not (shut ?h))))

 (:action close_hive
  :parameters (?k ?h)
  :precondition (and (keeper ?k) (hive ?h) (hands_free ?k) (opened ?h))
  :effect (and (shut ?h) (not (opened ?h)) (not (calm ?h))))

 (:action pull_frame
  :parameters (?k ?f ?h)
  :precondition (and (keeper ?k) (frame ?f) (hive ?h) (opened ?h) (frame_in ?f ?h) (hands_free ?k))
  :effect (and (holding ?k ?f) (not (hands_free ?k)) (not (frame_in ?f ?h))))

 (:action return_frame
  :parameters (?k ?f ?h)
  :precondition (and (keeper ?k) (frame ?f) (hive ?h) (opened ?h) (holding ?k ?f))
  :effect (and (frame_in ?f ?h) (hands_free ?k) (not (holding ?k ?f))))

 (:action uncap
  :parameters (?k ?f)
  :precondition (and (keeper ?k) (frame ?f) (holding ?k ?f) (capped ?f))
  :effect (and (uncapped ?f) (not (capped ?f))))

 (:action put_in_extractor
  :parameters (?k ?f ?e)
  :precondition (and (keeper ?k) (frame ?f) (extractor ?e) (holding ?k ?f) (uncapped ?f) (ext_free ?e))
  :effect (and (in_extractor ?f ?e) (hands_free ?k) (not (holding ?k ?f)) (not (ext_free ?e))))

 (:action spin
  :parameters (?f ?e)
  :precondition (and (frame ?f) (extractor ?e) (in_extractor ?f ?e))
  :effect (harvested ?f))

 (:action take_from_extractor
  :parameters (?k ?f ?e)
  :precondition (and (keeper ?k) (frame ?f) (extractor ?e) (in_extractor ?f ?e) (hands_free ?k))
  :effect (and (holding ?k ?f) (ext_free ?e) (not (hands_free ?k)) (not (in_extractor ?f ?e))))
)
