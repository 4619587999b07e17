(define (domain ZooTransfer)
    (:requirements :strips :typing :negative-preconditions :universal-preconditions :disjunctive-preconditions :equality)
    (:types Animal Enclosure Crate Van Zoo - object)
    (:predicates
        (LivesIn ?a - Animal ?e - Enclosure)
        (EnclosureAt ?e - Enclosure ?z - Zoo)
        (Eats ?a1 - Animal ?a2 - Animal)
        (Sedated ?a - Animal)
        (InCrate ?a - Animal ?c - Crate)
        (CrateEmpty ?c - Crate)
        (CrateAt ?c - Crate ?z - Zoo)
        (CrateInVan ?c - Crate ?v - Van)
        (VanAt ?v - Van ?z - Zoo)
    )

    (:action Sedate
        :parameters (?a - Animal ?e - Enclosure)
        :precondition (and (LivesIn ?a ?e) (not (Sedated ?a)))
        :effect (Sedated ?a)
    )

    (:action PutInCrate
        :parameters (?a - Animal ?e - Enclosure ?c - Crate ?z - Zoo)
        :precondition (and (LivesIn ?a ?e) (EnclosureAt ?e ?z) (CrateAt ?c ?z)
                           (CrateEmpty ?c) (Sedated ?a))
        :effect (and (InCrate ?a ?c) (not (LivesIn ?a ?e)) (not (CrateEmpty ?c)))
    )

    (:action LoadVan
        :parameters (?c - Crate ?v - Van ?z - Zoo)
        :precondition (and (CrateAt ?c ?z) (VanAt ?v ?z))
        :effect (and (CrateInVan ?c ?v) (not (CrateAt ?c ?z)))
    )

    (:action UnloadVan
        :parameters (?c - Crate ?v - Van ?z - Zoo)
        :precondition (and (CrateInVan ?c ?v) (VanAt ?v ?z))
        :effect (and (CrateAt ?c ?z) (not (CrateInVan ?c ?v)))
    )

    (:action DriveVan
        :parameters (?v - Van ?z1 - Zoo ?z2 - Zoo)
        :precondition (and (VanAt ?v ?z1) (not (= ?z1 ?z2)))
        :effect (and (VanAt ?v ?z2) (not (VanAt ?v ?z1)))
    )

    (:action ReleaseInto
        :parameters (?a - Animal ?c - Crate ?e - Enclosure ?z - Zoo)
        :precondition (and (InCrate ?a ?c) (CrateAt ?c ?z) (EnclosureAt ?e ?z)
            (forall (?other - Animal)
                (or (not (LivesIn ?other ?e))
                    (and (not (Eats ?other ?a)) (not (Eats ?a ?other))))))
        :effect (and (LivesIn ?a ?e) (CrateEmpty ?c) (not (InCrate ?a ?c)) (not (Sedated ?a)))
    )
)
