;; CraftWorld: a small survival/crafting game
(define (domain craftworld)
  (:requirements :strips :typing :negative-preconditions)
  (:types tile num)
  (:predicates
    (player_at ?t - tile)
    (next_to ?t1 ?t2 - tile)
    (has_tree ?t - tile) (has_rock ?t - tile) (has_ore ?t - tile) (has_dragon ?t - tile)
    (has_table ?t - tile) (has_furnace ?t - tile)
    (wood_count ?n - num) (stone_count ?n - num)
    (succ ?n ?m - num)
    (have_stick) (have_wood_pick) (have_stone_pick) (have_ore) (have_ingot) (have_sword)
    (have_meat) (fed) (dragon_slain))

  (:action walk
    :parameters (?from ?to - tile)
    :precondition (and (player_at ?from) (next_to ?from ?to) (not (has_rock ?to)) (not (has_dragon ?to)))
    :effect (and (player_at ?to) (not (player_at ?from))))

  (:action chop_tree
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (has_tree ?t) (wood_count ?n) (succ ?n ?m))
    :effect (and (not (wood_count ?n)) (wood_count ?m)))

  (:action make_stick
    :parameters (?n ?m - num)
    :precondition (and (wood_count ?m) (succ ?n ?m) (not (have_stick)))
    :effect (and (have_stick) (not (wood_count ?m)) (wood_count ?n)))

  (:action build_table
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (wood_count ?m) (succ ?n ?m) (not (has_table ?t)))
    :effect (and (has_table ?t) (not (wood_count ?m)) (wood_count ?n)))

  (:action make_wood_pick
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (has_table ?t) (have_stick) (wood_count ?m) (succ ?n ?m))
    :effect (and (have_wood_pick) (not (have_stick)) (not (wood_count ?m)) (wood_count ?n)))

  (:action mine_rock
    :parameters (?t ?r - tile ?n ?m - num)
    :precondition (and (player_at ?t) (next_to ?t ?r) (has_rock ?r) (have_wood_pick) (stone_count ?n) (succ ?n ?m))
    :effect (and (not (has_rock ?r)) (not (stone_count ?n)) (stone_count ?m)))

  (:action make_stone_pick
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (has_table ?t) (have_stick) (stone_count ?m) (succ ?n ?m))
    :effect (and (have_stone_pick) (not (have_stick)) (not (stone_count ?m)) (stone_count ?n)))

  (:action build_furnace
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (stone_count ?m) (succ ?n ?m) (not (has_furnace ?t)))
    :effect (and (has_furnace ?t) (not (stone_count ?m)) (stone_count ?n)))

  (:action mine_ore
    :parameters (?t - tile)
    :precondition (and (player_at ?t) (has_ore ?t) (have_stone_pick))
    :effect (and (have_ore) (not (has_ore ?t))))

  (:action smelt
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (has_furnace ?t) (have_ore) (wood_count ?m) (succ ?n ?m))
    :effect (and (have_ingot) (not (have_ore)) (not (wood_count ?m)) (wood_count ?n)))

  (:action forge_sword
    :parameters (?t - tile)
    :precondition (and (player_at ?t) (has_table ?t) (have_ingot) (have_stick))
    :effect (and (have_sword) (not (have_ingot)) (not (have_stick))))

  (:action slay_dragon
    :parameters (?t ?d - tile)
    :precondition (and (player_at ?t) (next_to ?t ?d) (has_dragon ?d) (have_sword))
    :effect (and (dragon_slain) (have_meat) (not (has_dragon ?d))))

  (:action cook_and_eat
    :parameters (?t - tile)
    :precondition (and (player_at ?t) (has_furnace ?t) (have_meat))
    :effect (and (fed) (not (have_meat))))

  (:action tear_down_table
    :parameters (?t - tile ?n ?m - num)
    :precondition (and (player_at ?t) (has_table ?t) (wood_count ?n) (succ ?n ?m))
    :effect (and (not (has_table ?t)) (not (wood_count ?n)) (wood_count ?m)))
)
