(define (problem dungeon-level1)
  (:domain dungeon)
  (:objects
    hall armory cave vault - room
    goldkey - key
    oldsword - sword
    troll - monster)
  (:init
    (hero-at hall)
    (door hall armory) (door armory hall)
    (door hall cave) (door cave hall)
    (locked cave vault) (locked vault cave)
    (opens goldkey cave vault) (opens goldkey vault cave)
    (lies goldkey cave)
    (lies oldsword hall)
    (whetstone armory)
    (guards troll cave)
    (safe hall) (safe armory) (safe vault))
  (:goal (and (hero-at vault) (dead troll)))
)
