import { isObject, type Json, type JsonObject, type Path, pointerOf } from "./json.ts";
import { placesIn } from "./meta/mod.ts";

/** Where something comes from, and why it was decided where it was. */
interface Marks {
  readonly source: "given" | "decided";
  readonly reason?: Json | undefined;
}

/**
 * Copies a spec with its marks of origin written out: `x-source: decided` and its `x-reason` hold for all that is below,
 * until something there says otherwise. The root is given. A reason beside `x-source: given` is that of the `x-decided` there.
 */
export function inheritMarks(file: string, value: JsonObject): JsonObject {
  const { inheriting } = placesIn(file, value);
  const copy = (json: Json, path: Path, above: Marks): Json => {
    if (Array.isArray(json)) return json.map((item, index) => copy(item, [...path, index], above));
    if (!isObject(json)) return json;
    const marks = marksOf(json, above);
    const entries = Object.entries(json).map(([key, child = null]): [string, Json] => [
      key,
      copy(child, [...path, key], marks),
    ]);
    return Object.fromEntries(inheriting.has(pointerOf(path)) ? marked(entries, marks) : entries);
  };
  return copy(value, [], { source: "given" }) as JsonObject;
}

function marksOf({ "x-source": source, "x-reason": reason }: JsonObject, above: Marks): Marks {
  if (source === "given" || (source === undefined && above.source === "given"))
    return { source: "given" };
  if (source !== "decided" && source !== undefined) return above;
  return { source: "decided", reason: typeof reason === "string" ? reason : above.reason };
}

/** Keywords that marks of origin stand before, as authors write them. */
const BEHIND = ["x-reason", "x-decided", "x-description"];

function marked(entries: readonly [string, Json][], { source, reason }: Marks): [string, Json][] {
  const keys = entries.map(([key]) => key);
  const own: [string, Json | undefined][] = [
    ["x-source", source],
    ["x-reason", reason],
  ];
  const added = own.filter(
    (mark): mark is [string, Json] => mark[1] !== undefined && !keys.includes(mark[0]),
  );
  const first = keys.findIndex((key) => BEHIND.includes(key));
  return entries.toSpliced(first < 0 ? keys.length : first, 0, ...added);
}
