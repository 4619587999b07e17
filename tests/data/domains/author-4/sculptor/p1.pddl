(define (problem bust) (:domain sculptor)
  (:objects marble sandstone - block point_chisel flat_chisel - chisel
            bench shelf floor_spot hook stool - surface)
  (:init (on marble floor_spot) (on sandstone shelf) (on point_chisel hook) (in_hand flat_chisel)
         (clear bench) (clear stool) (workbench bench) (rough marble) (carved sandstone)
         (lighter point_chisel marble) (lighter flat_chisel marble) (lighter sandstone marble)
         (finer flat_chisel point_chisel))
  (:goal (and (carved marble) (polished sandstone))))
