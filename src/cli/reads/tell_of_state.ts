import type { StateChange } from "../../events/mod.ts";

/** A subscription, or the connections of a client. */
interface Stateful {
  onState(listener: (change: StateChange<string>) => void): () => void;
}

/** Prints why no events come, each reason once, and when they come again. */
export function tellOfState(tell: (line: string) => void, events: Stateful): void {
  const reasons = new Set<string>();
  events.onState(({ state, error }) => {
    if (state === "waiting" && error && !reasons.has(error.message)) {
      reasons.add(error.message);
      tell(`Waiting for the service, trying again: ${error.message}`);
    }
    // Polling begins with an error: that no WebSocket answers.
    const isBack = state === "open" || (state === "polling" && !error);
    if (!isBack || reasons.size === 0) return;
    reasons.clear();
    tell("Connected.");
  });
}
