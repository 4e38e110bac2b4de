import type { ComponentChildren, JSX } from "preact";

/** A name and its value; a value that is undefined is left out. */
export type Fact = readonly [name: string, value: ComponentChildren | undefined];

/** Names and values, one below the other. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
