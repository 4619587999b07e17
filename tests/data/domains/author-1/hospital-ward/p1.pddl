(define (problem ward-1)
  (:domain hospital-ward)
  (:objects
    joyce - nurse
    patel - doctor
    mr-green - patient
    bay1 hall pharmacy - room
    amoxicillin ibuprofen - drug)
  (:init
    (at joyce hall) (at patel hall) (at mr-green bay1)
    (corridor bay1 hall) (corridor hall bay1)
    (corridor hall pharmacy) (corridor pharmacy hall)
    (stored-in amoxicillin pharmacy) (stored-in ibuprofen pharmacy)
    (needs-drug mr-green ibuprofen)
    (allergic mr-green amoxicillin)
    (hands-free joyce))
  (:goal (and (discharged mr-green))))
