(define (problem escape-1)
  (:domain escape-room)
  (:objects alice bert - player
            cell study outside - room
            brass-key iron-key - key
            scrap - note
            old-chest - chest)
  (:init (player-in alice cell) (player-in bert cell)
         (thing-in brass-key cell)
         (thing-in scrap cell)
         (chest-in old-chest study)
         (hidden-in iron-key old-chest)
         (note-tells scrap old-chest)
         (key-opens brass-key cell study)
         (key-opens iron-key study outside)
         (lights-on study))
  (:goal (and (player-in alice outside) (player-in bert outside))))
