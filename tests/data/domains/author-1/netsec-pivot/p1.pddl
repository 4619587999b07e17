(define (problem pivot-1)
  (:domain netsec-pivot)
  (:objects kali web01 db01 - host
            inet dmz lan - subnet
            v-upload v-sudo - vuln
            backup-key - cred)
  (:init (user-on kali) (host-in kali inet) (host-in web01 dmz) (host-in db01 lan)
         (fw-allows inet dmz) (fw-allows dmz lan)
         (has-vuln web01 v-upload) (has-vuln web01 v-sudo)
         (remote v-upload) (privesc v-sudo)
         (stores-cred web01 backup-key) (cred-opens backup-key db01)
         (holds-data db01))
  (:goal (exfiltrated db01)))
