import type { Outgoing } from "./_outgoing.ts";

/** Calls without those that ask for the same as one before. */
export interface Joined {
  readonly asked: readonly Outgoing[];
  /** For each call, which of `asked` asks for it; undefined where that is each call itself. */
  readonly places: readonly number[] | undefined;
}

/** Finds the calls that ask for the same: of one method, with the same plain values as parameters. */
export function joinEqual(calls: readonly Outgoing[]): Joined {
  if (isAscending(calls) || !hasEqual(calls)) return { asked: calls, places: undefined };
  const known = new Map<string, number>();
  const asked: Outgoing[] = [];
  const places = calls.map((call) => {
    const key = `${call.method} ${JSON.stringify(call.params)}`;
    const place = known.get(key) ?? asked.push(call) - 1;
    known.set(key, place);
    return place;
  });
  return { asked, places };
}

/** Heights one after another, as most batches ask for, differ without a closer look. */
function isAscending(calls: readonly Outgoing[]): boolean {
  let before = -Infinity;
  return calls.every(({ params }) => {
    const last = params.at(-1);
    if (typeof last !== "number" || last <= before) return false;
    before = last;
    return true;
  });
}

/** A tree of calls by the values of their parameters; its leaves are the values of the last one. */
type Branch = Map<unknown, Branch>;

/** Compares value by value: to stringify each call would cost more than to send it. */
function hasEqual(calls: readonly Outgoing[]): boolean {
  const root: Branch = new Map();
  let own = root;
  let before: Outgoing | undefined;
  return calls.some((call) => {
    const { method, params } = call;
    const isLike = before?.method === method && before.params.length === params.length;
    if (!isLike) own = step(step(root, method), params.length);
    before = call;
    let leaf = own;
    for (let index = 0; index < params.length - 1; index++) leaf = step(leaf, params[index]);
    return leaf.size === leaf.set(params.at(-1), root).size;
  });
}

function step(branch: Branch, value: unknown): Branch {
  const known = branch.get(value);
  if (known) return known;
  const next: Branch = new Map();
  branch.set(value, next);
  return next;
}
