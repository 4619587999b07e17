"""Names for places and call signs; no word is in both."""

PLACES = tuple(
    """
    Alderbrook Amberley Ashcombe Barrowdale Beechmoor Birchfield Blackmere Bramblewick Brightwater
    Cloverdown Copperhill Cranmoor Dovecote Driftwood Elmstead Fernleigh Foxhollow Gorsebank
    Greystone Hartsford Hazelmere Heatherton Ivybridge Juniper Kestrelgate Larkrise Lindenhall
    Longmeadow Mapledene Marshgate Millbrook Netherby Oakhampton Orchardside Otterburn Pebblecombe
    Quarrymoor Ravenscar Redcliff Rowanwood Saltmarsh Sandhaven Silverdale Stonebridge Thistledown
    Tidewell Underhill Vinebank Wheatley Willowford Windmere Yarrowfield
    """.split()
)

CALL_SIGNS = tuple(
    """
    Anvil Badger Cobalt Falcon Granite Hammer Javelin Lancer Magpie Nomad Osprey Panther Ranger
    Saber Talon Viper Wolf Zephyr
    """.split()
)
