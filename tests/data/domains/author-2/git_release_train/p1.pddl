(define (problem release_1_4)
  (:domain git_release_train)
  (:objects mira tom - developer
            pr101 pr102 - pull_request
            backend - repo
            v1_4 - version)
  (:init
    (author_of mira pr101) (targets pr101 backend) (is_open pr101) (planned_for pr101 v1_4)
    (author_of tom pr102) (targets pr102 backend) (is_draft pr102) (buggy pr102) (planned_for pr102 v1_4))
  (:goal (released backend v1_4)))
