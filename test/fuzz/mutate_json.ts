import type { Chance } from "./chance.ts";
import { ODD_VALUES } from "./odd_values.ts";

type Fields = Record<string, unknown>;

/** Changes something within a JSON value: a value, a member, an item, or the whole. */
export function mutateJson(value: unknown, chance: Chance, methods: readonly string[]): unknown {
  if (chance.happens(0.1)) return chance.pick(ODD_VALUES);
  if (chance.happens(0.08)) return wrap(value, chance);
  if (Array.isArray(value)) return mutateArray(value, chance, methods);
  if (typeof value !== "object" || value === null) return mutateScalar(value, chance);
  return mutateObject(value as Fields, chance, methods);
}

function mutateScalar(value: unknown, chance: Chance): unknown {
  if (typeof value !== "string" || value === "" || chance.happens(0.5))
    return chance.pick(ODD_VALUES);
  const at = chance.below(value.length);
  const inserted = chance.pick(["", "0", "x", "\u0000", "é", value]);
  return value.slice(0, at) + inserted + value.slice(at + chance.below(2));
}

/** As a batch, or deep in arrays or objects. */
function wrap(value: unknown, chance: Chance): unknown {
  if (chance.happens(0.5)) {
    const count = chance.pick([1, 2, 3, 50, 100, 101]);
    return Array.from({ length: count }, () => value);
  }
  let wrapped = value;
  const levels = chance.pick([1, 5, 60, 64, 65, 200, 1_000]);
  for (let level = 0; level < levels; level++) wrapped = [wrapped];
  return wrapped;
}

function mutateArray(
  value: readonly unknown[],
  chance: Chance,
  methods: readonly string[],
): unknown {
  const items = [...value];
  const at = chance.below(items.length + 1);
  if (at === items.length || chance.happens(0.2)) items.splice(at, 0, chance.pick(ODD_VALUES));
  else if (chance.happens(0.3)) items.splice(at, 1);
  else items[at] = mutateJson(items[at], chance, methods);
  return items;
}

function mutateObject(value: Fields, chance: Chance, methods: readonly string[]): unknown {
  const entries = Object.entries(value);
  const at = chance.below(entries.length);
  const [name = "x", old] = entries[at] ?? [];
  if (chance.happens(0.15)) entries.splice(at, 1);
  else if (chance.happens(0.17))
    entries.push([
      chance.pick(["id", "__proto__", "params", "x", "jsonrpc"]),
      chance.pick(ODD_VALUES),
    ]);
  else if (name === "method" && chance.happens(0.8)) entries[at] = [name, chance.pick(methods)];
  else entries[at] = [name, mutateJson(old, chance, methods)];
  return Object.fromEntries(entries);
}
