(define (domain courtdocket)
 (:requirements :strips :negative-preconditions)
 (:predicates (case ?c) (judge ?j) (lawyer ?l) (courtroom ?r) (jury ?y)
              (filed ?c) (assigned ?c ?j) (represents ?l ?c) (recused ?j ?c)
              (booked ?r ?c) (inUse ?r) (judgebusy ?j)
              (empanelled ?y ?c) (juryfree ?y)
              (heard ?c) (verdict_given ?c) (appealed ?c) (closed ?c))

 (:action FileCase
  :parameters (?c ?l)
  :precondition (and (case ?c) (lawyer ?l) (represents ?l ?c) (not (filed ?c)))
  :effect (filed ?c))

 (:action AssignJudge
  :parameters (?c ?j)
  :precondition (and (case ?c) (judge ?j) (filed ?c) (not (judgebusy ?j)) (not (recused ?j ?c)))
  :effect (and (assigned ?c ?j) (judgebusy ?j)))

 (:action BookRoom
  :parameters (?r ?c)
  :precondition (and (courtroom ?r) (case ?c) (filed ?c) (not (inUse ?r)))
  :effect (and (booked ?r ?c) (inUse ?r)))

 (:action EmpanelJury
  :parameters (?y ?c)
  :precondition (and (jury ?y) (case ?c) (filed ?c) (juryfree ?y))
  :effect (and (empanelled ?y ?c) (not (juryfree ?y))))

 (:action HoldHearing
  :parameters (?c ?j ?r ?l)
  :precondition (and (case ?c) (judge ?j) (courtroom ?r) (lawyer ?l)
                     (assigned ?c ?j) (booked ?r ?c) (represents ?l ?c) (not (heard ?c)))
  :effect (heard ?c))

 (:action ReturnVerdict
  :parameters (?y ?c)
  :precondition (and (jury ?y) (case ?c) (empanelled ?y ?c) (heard ?c))
  :effect (and (verdict_given ?c) (juryfree ?y) (not (empanelled ?y ?c))))

 (:action Appeal
  :parameters (?c ?l)
  :precondition (and (case ?c) (lawyer ?l) (represents ?l ?c) (verdict_given ?c) (not (appealed ?c)) (not (closed ?c)))
  :effect (and (appealed ?c) (not (heard ?c)) (not (verdict_given ?c))))

 (:action CloseCase
  :parameters (?c ?j ?r)
  :precondition (and (case ?c) (judge ?j) (courtroom ?r) (assigned ?c ?j) (booked ?r ?c) (verdict_given ?c))
  :effect (and (closed ?c) (not (judgebusy ?j)) (not (inUse ?r)) (not (assigned ?c ?j)) (not (booked ?r ?c))))
)
