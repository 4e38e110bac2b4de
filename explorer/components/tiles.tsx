import type { ComponentChildren, JSX } from "preact";

/** A figure with its name, and a note on it. */
export interface Tile {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
}

/** Figures beside each other. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }): JSX.Element {
  return (
    <dl class="tiles">
      {tiles.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="number">{value}</dd>
          {note === undefined ? null : <dd class="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
