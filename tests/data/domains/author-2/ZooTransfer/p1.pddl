(define (problem ZooTransfer-01)
    (:domain ZooTransfer)
    (:objects leo gazza - Animal
              savanna pen1 hillside - Enclosure
              box1 box2 - Crate
              van1 - Van
              northzoo southzoo - Zoo)
    (:init
        (LivesIn leo pen1) (LivesIn gazza savanna)
        (Eats leo gazza)
        (EnclosureAt pen1 northzoo) (EnclosureAt savanna southzoo) (EnclosureAt hillside southzoo)
        (CrateAt box1 northzoo) (CrateEmpty box1)
        (CrateAt box2 southzoo) (CrateEmpty box2)
        (VanAt van1 southzoo)
    )
    ; the lion gets the savanna, so the gazelle has to move first
    (:goal (and (LivesIn leo savanna) (LivesIn gazza hillside)))
)
