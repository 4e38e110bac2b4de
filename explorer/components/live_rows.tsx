import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { useHeld } from "../hooks/use_held.ts";
import { useLive } from "../hooks/view.ts";
import { formatCount } from "../values/format.ts";

interface LiveRowsProps<Item> {
  /** Newest first; undefined until they are read. */
  readonly items: readonly Item[] | undefined;
  readonly keyOf: (item: Item) => string | number;
  /** One item in a word, such as `block`. */
  readonly noun: string;
  /** Most items shown. */
  readonly limit: number;
  readonly children: (items: readonly Item[] | undefined) => ComponentChildren;
}

/** Items that arrive by themselves; while the pointer or the focus is inside, they wait behind a button. */
export function LiveRows<Item>({
  items,
  keyOf,
  noun,
  limit,
  children,
}: LiveRowsProps<Item>): JSX.Element {
  const { version } = useLive();
  const { shown, arrived, release, listeners } = useHeld(items, version, keyOf);
  const place = useRef<HTMLDivElement>(null);
  const show = (): void => {
    release();
    // The button leaves; the focus stays near it.
    place.current?.querySelector<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} class="live-rows" {...listeners}>
      <div role="status" class="arrived">
        {arrived === 0 ? null : (
          <button type="button" class="button" onClick={show}>
            {`${formatCount(arrived)} new ${noun}${arrived === 1 ? "" : "s"}`}
          </button>
        )}
      </div>
      {children(shown?.slice(0, limit))}
    </div>
  );
}
