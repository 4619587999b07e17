"""A small shop in the manner of WebShop (Yao et al. 2022; the AgentKit paper, section 4.2).

Products, orders of customers and search results come from word lists written for this project, the
same ones for a seed. The pages are served over HTTP under WebShop's addresses, and a purchase is
rewarded by its formula. Needs the extra `agents` for the search.
"""

from domains.agents.webshop.products import (
    Order,
    ProductSearch,
    orders,
    products,
    purchase_reward,
)
from domains.agents.webshop.server import served_shop

__all__ = [
    "Order",
    "ProductSearch",
    "orders",
    "products",
    "purchase_reward",
    "served_shop",
]
