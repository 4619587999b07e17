(define (problem MFG_CELL_V2_P1)
  (:domain MFG_CELL_V2)
  (:objects
    flange_07 - part
    G_PARALLEL G_VACUUM - gripper_tool
    O1001 O1002 - program
    CNC1 - cnc
    WS1 - ws
    CMM1 - cmm
    BUF_IN BUF_OUT - buf)
  (:init
    (= (total-cost) 0)
    (part_at flange_07 BUF_IN) (st_occ BUF_IN)
    (tool_mounted G_VACUUM) (tool_in_rack G_PARALLEL)
    (tool_fits G_PARALLEL flange_07)
    (prg_loaded CNC1 O1001) (prg_for O1002 flange_07))
  (:goal (and (op30_ok flange_07) (part_at flange_07 BUF_OUT)))
  (:metric minimize (total-cost)))
