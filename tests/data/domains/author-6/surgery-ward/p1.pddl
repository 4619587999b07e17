(define (problem two-patients)
  (:domain surgery-ward)
  (:objects
    mrs-brown mr-singh - patient
    dr-okafor - surgeon
    nurse-eva - nurse
    ward-a - ward
    or-1 - operating-room
    recovery-1 - recovery-room)
  (:init
    (person-is-in mrs-brown ward-a)
    (person-is-in mr-singh ward-a)
    (person-is-in dr-okafor ward-a)
    (person-is-in nurse-eva ward-a)
    (room-is-dirty or-1)
    (room-is-available or-1)
    (patient-is-awake mrs-brown)
    (patient-is-awake mr-singh)
    (patient-needs-operation mrs-brown)
    (patient-needs-operation mr-singh))
  (:goal (and
    (patient-was-operated mrs-brown)
    (patient-was-operated mr-singh)
    (person-is-in mrs-brown recovery-1)
    (person-is-in mr-singh recovery-1)
    (patient-is-awake mrs-brown)
    (patient-is-awake mr-singh)))
)
