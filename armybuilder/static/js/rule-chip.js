// @ts-check
// <rule-chip> around a link to a rule: a click opens the rule beside the text it proves.

const GAP = 6;

/** Grows with every rule that is asked for: only the last one is shown. */
let turn = 0;

class RuleChip extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this.open);
  }

  disconnectedCallback() {
    this.removeEventListener("click", this.open);
  }

  /** @param {MouseEvent} event */
  async open(event) {
    const link = this.querySelector("a");
    const popover = document.getElementById("rule-popover");
    if (link === null || popover === null || leavesPage(event)) return;
    event.preventDefault();
    const mine = ++turn;
    try {
      const response = await fetch(link.href, { headers: { "HX-Request": "true" } });
      if (!response.ok) throw new Error(response.statusText);
      const text = await response.text();
      if (mine !== turn) return;
      popover.innerHTML = text;
    } catch {
      if (mine === turn) location.assign(link.href);
      return;
    }
    popover.showPopover();
    placeBeside(popover, link);
    popover.tabIndex = -1;
    popover.focus();
  }
}

/**
 * @param {MouseEvent} event
 * @returns {boolean} whether the person asked for a new tab or window
 */
function leavesPage(event) {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/**
 * Under the link where there is room, else above it; on phones the style sheet docks it below.
 * @param {HTMLElement} popover
 * @param {HTMLElement} link
 */
function placeBeside(popover, link) {
  popover.style.removeProperty("left");
  popover.style.removeProperty("top");
  if (matchMedia("(max-width: 44rem)").matches) return;
  const anchor = link.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const below = anchor.bottom + GAP;
  const fitsBelow = below + height <= innerHeight;
  const left = Math.max(GAP, Math.min(anchor.left, innerWidth - width - GAP));
  popover.style.left = `${left}px`;
  popover.style.top = `${fitsBelow ? below : Math.max(GAP, anchor.top - height - GAP)}px`;
}

customElements.define("rule-chip", RuleChip);
