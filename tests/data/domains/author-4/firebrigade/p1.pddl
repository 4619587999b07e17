(define (problem fire01) (:domain fire_brigade)
  (:objects red_one red_two - engine
            town_hall mill - building
            north_hydrant - hydrant
            main_station - station
            clara otto - person)
  (:init (at red_one main_station) (at red_two main_station)
         (has_ladder red_two) (tank_full red_one)
         (road_between main_station town_hall) (road_between town_hall main_station)
         (road_between town_hall north_hydrant) (road_between north_hydrant town_hall)
         (road_between north_hydrant mill) (road_between mill north_hydrant)
         (burning town_hall) (burning mill)
         (trapped_in clara town_hall))
  (:goal (and (rescued clara) (not (burning town_hall)))))
