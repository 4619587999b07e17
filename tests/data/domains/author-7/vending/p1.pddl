(define (problem vending_p1)
  (:domain vending)
  (:objects lobby canteen - machine
            l1 c1 - slot
            cola chips - product
            rita - technician)
  (:init (slot_of l1 lobby) (slot_of c1 canteen)
         (slot_empty l1) (slot_empty c1) (jammed c1)
         (in_crate cola) (in_crate chips)
         (powered lobby) (powered canteen)
         (cash_box_full lobby) (in_service lobby)
         (tech_at rita lobby))
  (:goal (and (loaded l1 cola) (loaded c1 chips) (in_service lobby) (in_service canteen))))
