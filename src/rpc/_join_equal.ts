import type { Outgoing } from "./_outgoing.ts";

/** Calls without those that ask for the same as one before. */
export interface Joined {
  readonly asked: readonly Outgoing[];
  /** For each call, which of `asked` asks for it; undefined where that is each call itself. */
  readonly places: readonly number[] | undefined;
}

/** Places by the last parameter, or branches by one before it: a text of all of them would cost more than the call. */
type Branch = Map<unknown, Branch | number>;

/** Finds the calls that ask for the same: of one method, with the same plain values as parameters. */
export function joinEqual(calls: readonly Outgoing[]): Joined {
  const root: Branch = new Map();
  const asked: Outgoing[] = [];
  const places: number[] = [];
  let branch = root;
  let before: Outgoing | undefined;
  for (const call of calls) {
    const { method, params } = call;
    const isLike = before?.method === method && before.params.length === params.length;
    if (!isLike) branch = step(step(root, method), params.length);
    before = call;
    let leaf = branch;
    for (let index = 0; index < params.length - 1; index++) leaf = step(leaf, params[index]);
    const last = params[params.length - 1];
    const place = leaf.get(last) as number | undefined;
    places.push(place ?? asked.length);
    if (place === undefined) leaf.set(last, asked.push(call) - 1);
  }
  return asked.length === calls.length ? { asked: calls, places: undefined } : { asked, places };
}

function step(branch: Branch, value: unknown): Branch {
  const known = branch.get(value) as Branch | undefined;
  if (known) return known;
  const next: Branch = new Map();
  branch.set(value, next);
  return next;
}
