import type { ComponentChildren, JSX } from "preact";

interface NoticeProps {
  readonly tone: "plain" | "wait" | "bad";
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Something that the reader should know. */
export function Notice({ tone, title, text, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${tone}`} role="status">
      <strong>{title}</strong>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </div>
  );
}
