;; MFG CELL v2  (rev. 2.3)  -- generated skeleton, hand-edited
;; R = 6-axis arm, CNC = mill, WS = washing station, CMM = measuring machine
(define (domain MFG_CELL_V2)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types
    part gripper_tool program - object
    station - object
    cnc ws cmm buf - station)
  (:predicates
    (part_at ?pt - part ?st - station)
    (st_occ ?st - station)
    (arm_has ?pt - part)
    (arm_busy)
    (tool_mounted ?gt - gripper_tool)
    (tool_fits ?gt - gripper_tool ?pt - part)
    (tool_in_rack ?gt - gripper_tool)
    (prg_loaded ?m - cnc ?pr - program)
    (prg_for ?pr - program ?pt - part)
    (door_open ?m - cnc)
    (op10_done ?pt - part)
    (op20_done ?pt - part)
    (op30_ok ?pt - part))
  (:functions (total-cost) - number)

  (:action CHG_TOOL
    :parameters (?old ?new - gripper_tool)
    :precondition (and (tool_mounted ?old) (tool_in_rack ?new) (not (arm_busy)))
    :effect (and (tool_mounted ?new) (not (tool_in_rack ?new))
                 (tool_in_rack ?old) (not (tool_mounted ?old))
                 (increase (total-cost) 8)))

  (:action R_PICK
    :parameters (?pt - part ?st - buf ?gt - gripper_tool)
    :precondition (and (part_at ?pt ?st) (tool_mounted ?gt) (tool_fits ?gt ?pt) (not (arm_busy)))
    :effect (and (arm_has ?pt) (arm_busy) (not (part_at ?pt ?st)) (not (st_occ ?st))
                 (increase (total-cost) 2)))

  (:action R_PLACE
    :parameters (?pt - part ?st - buf)
    :precondition (and (arm_has ?pt) (not (st_occ ?st)))
    :effect (and (part_at ?pt ?st) (st_occ ?st) (not (arm_has ?pt)) (not (arm_busy))
                 (increase (total-cost) 2)))

  (:action CNC_OPEN_DOOR
    :parameters (?m - cnc)
    :precondition (not (door_open ?m))
    :effect (and (door_open ?m) (increase (total-cost) 1)))

  (:action CNC_CLOSE_DOOR
    :parameters (?m - cnc)
    :precondition (door_open ?m)
    :effect (and (not (door_open ?m)) (increase (total-cost) 1)))

  (:action CNC_LOAD_PRG
    :parameters (?m - cnc ?p0 ?p1 - program)
    :precondition (and (prg_loaded ?m ?p0) (not (prg_loaded ?m ?p1)))
    :effect (and (prg_loaded ?m ?p1) (not (prg_loaded ?m ?p0)) (increase (total-cost) 1)))

  (:action CNC_LOAD_PART
    :parameters (?pt - part ?m - cnc)
    :precondition (and (arm_has ?pt) (door_open ?m) (not (st_occ ?m)))
    :effect (and (part_at ?pt ?m) (st_occ ?m) (not (arm_has ?pt)) (not (arm_busy))
                 (increase (total-cost) 3)))

  (:action CNC_RUN_OP10
    :parameters (?pt - part ?m - cnc ?pr - program)
    :precondition (and (part_at ?pt ?m) (prg_loaded ?m ?pr) (prg_for ?pr ?pt) (not (door_open ?m)))
    :effect (and (op10_done ?pt) (increase (total-cost) 40)))

  (:action CNC_UNLOAD_PART
    :parameters (?pt - part ?m - cnc ?gt - gripper_tool)
    :precondition (and (part_at ?pt ?m) (door_open ?m) (not (arm_busy))
                       (tool_mounted ?gt) (tool_fits ?gt ?pt))
    :effect (and (arm_has ?pt) (arm_busy) (not (part_at ?pt ?m)) (not (st_occ ?m))
                 (increase (total-cost) 3)))

  (:action WS_DIP_OP20
    :parameters (?pt - part ?w - ws)
    :precondition (and (arm_has ?pt) (op10_done ?pt) (not (st_occ ?w)))
    :effect (and (op20_done ?pt) (increase (total-cost) 5)))

  (:action CMM_MEAS_OP30
    :parameters (?pt - part ?c - cmm)
    :precondition (and (arm_has ?pt) (op20_done ?pt))
    :effect (and (op30_ok ?pt) (increase (total-cost) 12)))
)
