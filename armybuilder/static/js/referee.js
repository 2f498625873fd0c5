// @ts-check
// The referee: the dice are taken as soon as the last of them is tapped, and what comes next is
// read out first.

document.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest("form[data-throw]") : null;
  if (!(form instanceof HTMLFormElement) || !form.checkValidity()) return;
  form.requestSubmit();
});

document.addEventListener("htmx:afterSettle", (event) => {
  const form = document.querySelector("#facts");
  const changed = /** @type {CustomEvent} */ (event).detail?.requestConfig?.triggeringEvent?.target;
  if (form && changed instanceof HTMLInputElement && changed.id) {
    document.getElementById(changed.id)?.focus({ preventScroll: true });
    return;
  }
  /** @type {HTMLElement | null} */ (document.querySelector("#next"))?.focus({ preventScroll: true });
});

// The map: a figure is put where it is touched.
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const svg = /** @type {SVGSVGElement | null} */ (target?.closest(".referee-map svg") ?? null);
  const form = target?.closest("form[data-place]");
  const at = form?.querySelector('[name="at"]');
  const screen = svg?.getScreenCTM();
  if (!svg || !(form instanceof HTMLFormElement) || !(at instanceof HTMLInputElement) || !screen) return;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
  const depth = Number(svg.closest("[data-depth]")?.getAttribute("data-depth"));
  at.value = `${x.toFixed(2)},${(depth - y).toFixed(2)}`;
  form.requestSubmit();
});
