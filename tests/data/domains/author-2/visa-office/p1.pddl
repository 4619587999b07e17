(define (problem permit-for-li)
  (:domain visa-office)
  (:objects li - citizen
            w3 w7 - window
            form-a12 - form
            passport-pic - photo
            residence-permit - permit)
  (:init (in-hall li)
         (handles w3 form-a12) (handles w7 residence-permit)
         (requires residence-permit form-a12)
         (requires residence-permit passport-pic)
         (fee-due residence-permit))
  (:goal (has-doc li residence-permit)))
