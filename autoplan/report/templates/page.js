"use strict";
// The page's tables are there without this script; it makes the list of episodes and the episodes.
// Whatever a model has said is put into the page as text, never as HTML.

const NARROW = matchMedia("(max-width: 40rem)"); // as in the style sheet
const pageLength = () => (NARROW.matches ? 20 : 100); // cards are higher than rows
const TITLE = document.title;
const $ = (selector) => document.querySelector(selector);

/** An element with attributes and children; a child that is no element becomes text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

