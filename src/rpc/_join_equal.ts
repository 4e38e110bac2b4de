import type { Outgoing } from "./_outgoing.ts";

/** Calls without those that ask for the same as one before. */
export interface Joined {
  readonly asked: readonly Outgoing[];
  /** For each call, which of `asked` asks for it; undefined where that is each call itself. */
  readonly places: readonly number[] | undefined;
}

/** Finds the calls that ask for the same. */
export function joinEqual(calls: readonly Outgoing[]): Joined {
  const known = new Map<string, number>();
  const asked: Outgoing[] = [];
  const first = calls[0]?.method;
  const places = calls.map((call) => {
    // Most batches are of one method; parameters in JSON are a list, so no method's name makes two of them equal.
    const key = call.method === first ? call.text : call.method + call.text;
    const place = known.get(key);
    if (place !== undefined) return place;
    known.set(key, asked.length);
    return asked.push(call) - 1;
  });
  return asked.length === calls.length ? { asked: calls, places: undefined } : { asked, places };
}
