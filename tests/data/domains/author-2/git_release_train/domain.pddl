(define (domain git_release_train)
  (:requirements :typing :adl)
  (:types developer pull_request repo version)
  (:predicates
    (author_of ?d - developer ?pr - pull_request)
    (targets ?pr - pull_request ?r - repo)
    (is_draft ?pr - pull_request)
    (is_open ?pr - pull_request)
    (ci_green ?pr - pull_request)
    (has_conflict ?pr - pull_request)
    (buggy ?pr - pull_request)
    (approved_by ?pr - pull_request ?d - developer)
    (merged ?pr - pull_request)
    (frozen ?r - repo)
    (planned_for ?pr - pull_request ?v - version)
    (released ?r - repo ?v - version))

  (:action open_pr
    :parameters (?d - developer ?pr - pull_request)
    :precondition (and (author_of ?d ?pr) (is_draft ?pr))
    :effect (and (is_open ?pr) (not (is_draft ?pr))))

  (:action run_ci
    :parameters (?pr - pull_request)
    :precondition (and (is_open ?pr) (not (has_conflict ?pr)) (not (buggy ?pr)))
    :effect (ci_green ?pr))

  (:action push_fix
    :parameters (?d - developer ?pr - pull_request)
    :precondition (and (author_of ?d ?pr) (is_open ?pr) (buggy ?pr))
    :effect (and (not (buggy ?pr))
                 (forall (?rev - developer) (not (approved_by ?pr ?rev)))))

  (:action rebase_branch
    :parameters (?d - developer ?pr - pull_request)
    :precondition (and (author_of ?d ?pr) (is_open ?pr) (has_conflict ?pr))
    :effect (and (not (has_conflict ?pr)) (not (ci_green ?pr))))

  (:action approve
    :parameters (?rev - developer ?pr - pull_request)
    :precondition (and (is_open ?pr) (not (author_of ?rev ?pr)) (not (approved_by ?pr ?rev)))
    :effect (approved_by ?pr ?rev))

  ;; merging breaks every other open PR on the same repo
  (:action merge_pr
    :parameters (?pr - pull_request ?r - repo)
    :precondition (and (is_open ?pr) (targets ?pr ?r) (ci_green ?pr)
                       (not (has_conflict ?pr)) (not (frozen ?r))
                       (exists (?rev - developer) (approved_by ?pr ?rev)))
    :effect (and (merged ?pr) (not (is_open ?pr))
                 (forall (?other - pull_request)
                   (when (and (is_open ?other) (targets ?other ?r) (not (= ?other ?pr)))
                         (has_conflict ?other)))))

  (:action freeze_repo
    :parameters (?r - repo)
    :precondition (not (frozen ?r))
    :effect (frozen ?r))

  (:action cut_release
    :parameters (?r - repo ?v - version)
    :precondition (and (frozen ?r)
                       (forall (?pr - pull_request)
                         (imply (and (planned_for ?pr ?v) (targets ?pr ?r)) (merged ?pr))))
    :effect (and (released ?r ?v) (not (frozen ?r))))
)
