import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Milliseconds of a slide; a reader who wants no motion sees none. */
const TIME = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200;

/** Lets the children of an element slide to their new places, and new ones appear: an eye can follow them. */
export function useSlide<Parent extends HTMLElement>(): RefObject<Parent | null> {
  const parent = useRef<Parent>(null);
  const places = useRef(new Map<Element, Place>());
  useLayoutEffect(() => {
    const children = [...(parent.current?.children ?? [])] as HTMLElement[];
    const now = new Map(children.map((child) => [child, placeOf(child)] as const));
    const isMade = children.some((child) => places.current.has(child));
    for (const [child, place] of now) {
      const from = isMade && startOf(places.current.get(child), place);
      if (from) child.animate([from, {}], { duration: TIME, easing: "ease-out" });
    }
    places.current = now;
  });
  return parent;
}

/** The first style of a child; undefined where it has not moved. */
function startOf(before: Place | undefined, { x, y }: Place): Keyframe | undefined {
  if (before === undefined) return { opacity: 0.3 };
  if (before.x === x && before.y === y) return undefined;
  return { transform: `translate(${before.x - x}px, ${before.y - y}px)` };
}

/** Pixels from the corner of the element that it lies in. */
interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOf({ offsetLeft, offsetTop }: HTMLElement): Place {
  return { x: offsetLeft, y: offsetTop };
}
