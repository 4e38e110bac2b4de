import type { Outgoing } from "./_outgoing.ts";

/** Calls without those that ask for the same as one before. */
export interface Joined {
  readonly asked: readonly Outgoing[];
  /** For each call, which of `asked` asks for it; undefined where that is each call itself. */
  readonly places: readonly number[] | undefined;
}

/** Finds the calls that ask for the same: of one method, with the same plain values as parameters. */
export function joinEqual(calls: readonly Outgoing[]): Joined {
  if (!hasEqual(calls)) return { asked: calls, places: undefined };
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

/** What leads on by the values of parameters, and the values of the last one. */
interface Branch {
  readonly next: Map<unknown, Branch>;
  readonly last: Set<unknown>;
}

/** Value by value, since to put them into a text for each call would cost more than to send it. */
function hasEqual(calls: readonly Outgoing[]): boolean {
  const root = branch();
  let own = root;
  let before: Outgoing | undefined;
  return calls.some((call) => {
    const { method, params } = call;
    const isLike = before?.method === method && before.params.length === params.length;
    if (!isLike) own = step(step(root, method), params.length);
    before = call;
    let leaf = own;
    for (let index = 0; index < params.length - 1; index++) leaf = step(leaf, params[index]);
    const { last } = leaf;
    return last.size === last.add(params.at(-1)).size;
  });
}

function step({ next }: Branch, value: unknown): Branch {
  const known = next.get(value);
  if (known) return known;
  const made = branch();
  next.set(value, made);
  return made;
}

function branch(): Branch {
  return { next: new Map(), last: new Set() };
}
