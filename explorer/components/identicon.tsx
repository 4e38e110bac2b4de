import type { JSX } from "preact";

const CELLS = 5;

/** A picture that follows from an address, to tell addresses apart at a glance. */
export function Identicon({ text }: { readonly text: string }): JSX.Element {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const cells = [];
  for (let index = 0; index < 15; index += 1) {
    hash = Math.imul(hash ^ (hash >>> 13), 1_540_483_477) >>> 0;
    const [x, y] = [index % 3, Math.floor(index / 3)];
    if (hash % 2 === 0) cells.push([x, y], [CELLS - 1 - x, y]);
  }
  return (
    <svg class={`identicon tone${hash % 6}`} viewBox="-1 -1 7 7" aria-hidden="true">
      {cells.map(([x, y]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1.02" height="1.02" />
      ))}
    </svg>
  );
}
