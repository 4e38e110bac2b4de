/** Milliseconds without scrolling after which the position is remembered: browsers bound how often an entry may change. */
const SETTLED = 120;
/** Milliseconds for which a page may still grow to the position that it had. */
const PATIENCE = 10_000;

/** Events that end the way back to a position: the reader moves the page. */
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

let timer: ReturnType<typeof setTimeout> | undefined;
/** True from a change of the entry to the page that is drawn for it: what scrolls meanwhile is not the reader. */
let isArriving = false;
/** Position that the page has not reached yet. */
let wanted: number | undefined;
/** Scroll position at that change. */
let leftAt = 0;

history.scrollRestoration = "manual";
addEventListener("popstate", () => {
  isArriving = true;
  leftAt = scrollY;
  clearTimeout(timer);
});
addEventListener("click", remember, { capture: true });
addEventListener(
  "scroll",
  () => {
    clearTimeout(timer);
    timer = setTimeout(remember, SETTLED);
  },
  { passive: true },
);

/** Keeps the scroll position in the entry of the browser's history. */
function remember(): void {
  clearTimeout(timer);
  const isUnderWay = isArriving || (wanted !== undefined && scrollY < wanted);
  if (!isUnderWay && positionOf() !== scrollY) history.replaceState({ scroll: scrollY }, "");
}

/** Scroll position of the present entry; undefined of a new one. */
function positionOf(): number | undefined {
  const { scroll } = (history.state ?? {}) as { readonly scroll?: unknown };
  return typeof scroll === "number" ? scroll : undefined;
}

/**
 * Scrolls to where the present entry of the history was left, and to the top of a new one. What is still loaded makes a
 * page higher, so that the position may be reached later.
 *
 * @param isSamePage True if a new entry shows the same page with another choice: it stays where it is.
 * @returns A function that ends it.
 */
export function restoreScroll(isSamePage: boolean): () => void {
  isArriving = false;
  const position = positionOf() ?? (isSamePage ? leftAt : 0);
  scrollTo(0, position);
  history.replaceState({ scroll: position }, "");
  if (position === 0) return () => undefined;
  wanted = position;
  const ended = new AbortController();
  const { signal } = ended;
  const stop = (): void => ended.abort();
  const observer = new ResizeObserver(() => scrollTo(0, position));
  observer.observe(document.body);
  const late = setTimeout(stop, PATIENCE);
  for (const name of MOVES) addEventListener(name, stop, { signal, passive: true });
  signal.addEventListener("abort", () => {
    wanted = undefined;
    clearTimeout(late);
    observer.disconnect();
  });
  return stop;
}
