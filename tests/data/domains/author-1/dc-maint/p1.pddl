(define (problem dc-maint-01)
  (:domain dc-maint)
  (:objects hv01 hv02 - host
            web db - vm
            r7 r8 - rack
            s0 s1 s2 s3 - slots)
  (:init (succ s0 s1) (succ s1 s2) (succ s2 s3)
         (in-rack hv01 r7) (in-rack hv02 r8)
         (powered r7) (powered r8)
         (up hv01) (up hv02)
         (runs-on web hv01) (runs-on db hv02)
         (free-slots hv01 s1) (free-slots hv02 s1))
  (:goal (and (patched hv01) (not (needs-reboot hv01)) (not (cordoned hv01))
              (runs-on web hv01)
              (forall (?v - vm) (not (degraded ?v))))))
