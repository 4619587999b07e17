"""What the shop sells: kinds of products, and the words that distinguish them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProductKind:
    """A kind of products.

    Args:
        noun: what it is called; its words are what a purchase of the right type shares.
        department: the widest category.
        shelf: the category below it.
        properties: what products of this kind may be, as one says it.
        options: what a customer chooses, by name.
        prices: the lowest and the highest price in dollars.
    """

    noun: str
    department: str
    shelf: str
    properties: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    prices: tuple[int, int]


BRANDS = (
    *("Alderby", "Brightmoor", "Corvane", "Dunwell", "Eastlark", "Fennick", "Glenmere"),
    *("Harrowgate", "Inverly", "Juniper Row", "Kestrel Bay", "Lowmarsh", "Marlowe", "Northwick"),
)
MODELS = ("Classic", "Plus", "Lite", "Prime", "Trail", "Studio", "Everyday", "Select", "Nova")

_SHOES = ("6", "7", "8", "9", "10", "11")
_CLOTHES = ("small", "medium", "large", "x-large")
_COLORS = ("black", "navy blue", "forest green", "burgundy", "light grey")


def _kind(
    path: str, properties: str, prices: tuple[int, int], **options: tuple[str, ...]
) -> ProductKind:
    """A kind from `department / shelf / noun` and properties with commas between them."""
    department, shelf, noun = path.split(" / ")
    return ProductKind(noun, department, shelf, tuple(properties.split(", ")), options, prices)


KINDS: tuple[ProductKind, ...] = (
    _kind(
        "Fashion / Shoes / hiking boots",
        "waterproof, non slip, leather lined, lightweight, ankle high",
        (45, 160),
        size=_SHOES,
        color=("brown", "black", "olive"),
    ),
    _kind(
        "Fashion / Shoes / running shoes",
        "breathable, non slip, lightweight, memory foam, reflective",
        (35, 140),
        size=_SHOES,
        color=("white", "black", "sky blue"),
    ),
    _kind(
        "Fashion / Tops / rain jacket",
        "waterproof, machine washable, hooded, packable, windproof",
        (30, 120),
        size=_CLOTHES,
        color=_COLORS,
    ),
    _kind(
        "Fashion / Tops / polo shirt",
        "machine washable, cotton, short sleeved, slim fit, quick drying",
        (12, 48),
        size=_CLOTHES,
        color=_COLORS,
    ),
    _kind(
        "Fashion / Bottoms / cargo trousers",
        "machine washable, elastic waist, cotton, straight leg, quick drying",
        (20, 75),
        size=_CLOTHES,
        color=("khaki", "black", "olive"),
    ),
    _kind(
        "Fashion / Bags / canvas backpack",
        "water resistant, padded, laptop sleeve, lightweight, lockable",
        (25, 95),
        color=_COLORS,
    ),
    _kind(
        "Beauty / Hair / shampoo",
        "sulfate free, paraben free, cruelty free, fragrance free, anti dandruff",
        (6, 32),
        size=("8 ounce", "16 ounce", "32 ounce"),
        scent=("lavender", "coconut", "green tea"),
    ),
    _kind(
        "Beauty / Skin / face cream",
        "fragrance free, oil free, cruelty free, hyaluronic acid, dermatologist tested",
        (8, 60),
        size=("1.7 ounce", "3.4 ounce"),
    ),
    _kind(
        "Beauty / Skin / body lotion",
        "paraben free, cruelty free, shea butter, non greasy, long lasting",
        (6, 30),
        size=("8 ounce", "16 ounce"),
        scent=("vanilla", "rose", "unscented"),
    ),
    _kind(
        "Beauty / Teeth / electric toothbrush",
        "rechargeable, travel case, pressure sensor, quiet, two minute timer",
        (18, 110),
        color=("white", "black", "pink"),
    ),
    _kind(
        "Electronics / Audio / wireless headphones",
        "noise cancelling, foldable, fast charging, long lasting battery, water resistant",
        (25, 190),
        color=("black", "white", "rose gold"),
    ),
    _kind(
        "Electronics / Audio / bluetooth speaker",
        "waterproof, long lasting battery, hands free, stereo sound, shockproof",
        (18, 130),
        color=("black", "red", "teal"),
    ),
    _kind(
        "Electronics / Cables / charging cable",
        "fast charging, braided, tangle free, gold plated, right angled",
        (5, 25),
        length=("3 feet", "6 feet", "10 feet"),
        color=("black", "white"),
    ),
    _kind(
        "Electronics / Screens / screen protector",
        "scratch resistant, tempered glass, easy to install, anti glare, oil repellent",
        (6, 22),
        pack=("1 pack", "2 pack", "4 pack"),
    ),
    _kind(
        "Electronics / Power / power bank",
        "fast charging, wireless charging, lightweight, two ports, led display",
        (15, 70),
        capacity=("10000 mah", "20000 mah"),
        color=("black", "white"),
    ),
    _kind(
        "Home / Bedding / duvet cover set",
        "machine washable, organic cotton, wrinkle free, zippered, hypoallergenic",
        (28, 110),
        size=("twin", "queen", "king"),
        color=("white", "light grey", "navy blue"),
    ),
    _kind(
        "Home / Lighting / table lamp",
        "dimmable, touch control, energy efficient, usb port, easy to assemble",
        (16, 85),
        color=("brass", "black", "white"),
    ),
    _kind(
        "Home / Storage / storage basket",
        "foldable, handwoven, with handles, water resistant, stackable",
        (10, 45),
        size=("small", "medium", "large"),
        color=("natural", "grey"),
    ),
    _kind(
        "Home / Kitchen / frying pan",
        "non stick, dishwasher safe, induction ready, stainless steel, oven safe",
        (15, 90),
        size=("8 inch", "10 inch", "12 inch"),
    ),
    _kind(
        "Home / Windows / blackout curtains",
        "machine washable, thermal insulated, noise reducing, wrinkle free, energy efficient",
        (18, 70),
        size=("52 x 63 inch", "52 x 84 inch", "52 x 95 inch"),
        color=("navy blue", "beige", "light grey"),
    ),
    _kind(
        "Grocery / Snacks / trail mix",
        "gluten free, non gmo, low sugar, resealable bag, high protein",
        (5, 28),
        size=("10 ounce", "26 ounce"),
        flavor=("cranberry almond", "chocolate peanut", "tropical"),
    ),
    _kind(
        "Grocery / Drinks / green tea bags",
        "organic, caffeine free, individually wrapped, fair trade, non gmo",
        (4, 24),
        pack=("20 count", "50 count", "100 count"),
        flavor=("jasmine", "lemon", "mint"),
    ),
    _kind(
        "Grocery / Snacks / protein bars",
        "gluten free, low sugar, plant based, keto friendly, high fiber",
        (9, 36),
        pack=("6 count", "12 count"),
        flavor=("peanut butter", "dark chocolate", "salted caramel"),
    ),
    _kind(
        "Grocery / Pantry / olive oil",
        "cold pressed, organic, unfiltered, glass bottle, single origin",
        (8, 40),
        size=("17 ounce", "34 ounce"),
    ),
)
