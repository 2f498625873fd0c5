// @ts-check
// The order that ends a game leads to the victory: once what it did has been shown, the view and
// the focus go there.

let shown = document.querySelector("[data-over]") !== null;

document.addEventListener("htmx:afterSwap", () => {
  const over = document.querySelector("[data-over]");
  if (!over || shown) {
    shown = over !== null;
    return;
  }
  shown = true;
  // Whoever films the order begins with the same event.
  setTimeout(() => {
    const filming = document.querySelector("[data-filming]");
    if (filming) document.addEventListener("film:end", lead, { once: true });
    else lead();
  });
});

function lead() {
  const title = document.getElementById("over");
  title?.focus({ preventScroll: true });
  title?.closest("[data-over]")?.scrollIntoView({ block: "start" });
}
