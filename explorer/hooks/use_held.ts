import { useEffect, useRef, useState } from "preact/hooks";

/** Rows that stay as they are while the reader points at them or works in them. */
export interface Held<Item> {
  /** Undefined until the first read. */
  readonly shown: readonly Item[] | undefined;
  /** Number of items that came since. */
  readonly arrived: number;
  /** Shows them. */
  readonly release: () => void;
  /** Listeners for the element around the rows. */
  readonly listeners: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocusIn: () => void;
    readonly onFocusOut: (event: FocusEvent) => void;
  };
}

/**
 * Holds live items while the pointer or the focus is inside their element, so that no row moves between aiming and the
 * click.
 *
 * @param items Newest first.
 * @param version Grows when items shown before may be gone: a replaced block is not held.
 */
export function useHeld<Item>(
  items: readonly Item[] | undefined,
  version: number,
  keyOf: (item: Item) => string | number,
): Held<Item> {
  const [held, hold] = useState<{ readonly items: readonly Item[]; readonly version: number }>();
  const inside = useRef({ pointer: false, focus: false });
  const isCurrent = held?.version === version;
  useEffect(() => {
    if (held && !isCurrent && items) hold({ items, version });
  }, [version]);
  const turn = (what: "pointer" | "focus", isInside: boolean): void => {
    inside.current[what] = isInside;
    if (!inside.current.pointer && !inside.current.focus) hold(undefined);
    else hold((before) => before ?? (items?.length ? { items, version } : undefined));
  };
  const known = new Set(isCurrent ? held.items.map(keyOf) : []);
  return {
    shown: isCurrent ? held.items : items,
    arrived: isCurrent ? (items ?? []).filter((one) => !known.has(keyOf(one))).length : 0,
    release: () => items && hold({ items, version }),
    listeners: {
      onPointerEnter: () => turn("pointer", true),
      onPointerLeave: () => turn("pointer", false),
      onFocusIn: () => turn("focus", true),
      onFocusOut: ({ currentTarget, relatedTarget }) => {
        const isInside = (currentTarget as Element).contains(relatedTarget as Node | null);
        turn("focus", isInside);
      },
    },
  };
}
