import type { CommandInfo } from "../../tables.ts";
import type { Terminal } from "../terminal.ts";

/** Tells on standard error that a call is deprecated. */
export function warnDeprecated(
  { stderr }: Terminal,
  name: string,
  { deprecated }: CommandInfo,
): void {
  if (!deprecated) return;
  const { since, sunset, reason } = deprecated;
  stderr.write(
    `warning: ${name} is deprecated since ${since} and served until ${sunset}. ${reason}\n`,
  );
}
