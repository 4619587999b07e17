(define (problem replace_old_server)
(:domain server_swap)
(:objects
	old_box spare_box dead_box - machine
	u1 u2 - slot
	webshop - service
)
(:init
	(mounted_in old_box u1) (cabled old_box) (powered_on old_box) (os_installed old_box)
	(running_on webshop old_box)
	(mounted_in dead_box u2) (cabled dead_box) (broken dead_box) (idle dead_box)
	(in_storage spare_box) (idle spare_box)
)
(:goal (and
	(running_on webshop spare_box)
	(in_storage dead_box)
	(not (powered_on old_box))
))
)
