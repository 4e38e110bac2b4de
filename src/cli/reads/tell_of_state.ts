import type { StateChange } from "../../events/mod.ts";
import { printable } from "../output/format_value.ts";

/** What tells of the changes of its state: a subscription, or the connections of a client. */
interface Stateful {
  onState(listener: (change: StateChange<string>) => void): () => void;
}

/** Says why no events come, each reason once, and when they come again. */
export function tellOfState(tell: (line: string) => void, events: Stateful): void {
  const told = new Set<string>();
  events.onState(({ state, error }) => {
    if (state === "waiting" && error && !told.has(error.message)) {
      told.add(error.message);
      tell(`Waiting for the service, trying again: ${printable(error.message)}`);
    }
    // Polling begins with an error: that no WebSocket answers.
    const isBack = state === "open" || (state === "polling" && !error);
    if (!isBack || told.size === 0) return;
    told.clear();
    tell("Connected.");
  });
}
