import type { ComponentChildren, JSX } from "preact";

interface CardProps {
  readonly title?: ComponentChildren;
  /** Stands at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A part of a page, mostly with a title. */
export function Card({ title, aside, children, class: name = "" }: CardProps): JSX.Element {
  return (
    <section class={`card ${name}`}>
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          {aside === undefined ? null : <div class="aside">{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
