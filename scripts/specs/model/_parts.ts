import { type JsonObject, objectAt, textAt } from "../json.ts";
import { localRefs } from "../local_refs.ts";
import type { Deprecation, HeightMark, Identity, Parameter } from "./model.ts";

export function bodySchema(holder: JsonObject): JsonObject {
  return objectAt(objectAt(objectAt(holder, "content"), "application/json"), "schema");
}

export function heightOf(holder: JsonObject): HeightMark | undefined {
  const mark = objectAt(holder, "x-height");
  const field = textAt(mark, "field");
  if (!field) return undefined;
  return { field, settles: mark.settles === true, hash: textAt(mark, "hash") || undefined };
}

export function identityOf(holder: JsonObject): Identity | undefined {
  return holder["x-identity"] as Identity | undefined;
}

export function chainsOf(holder: JsonObject, all: readonly string[]): readonly string[] {
  const own = objectAt(holder, "x-decided")["x-chains"] ?? holder["x-chains"];
  return Array.isArray(own) ? own.map(String) : all;
}

export function sourceOf(holder: JsonObject): string {
  const reason = textAt(holder, "x-reason");
  if (holder["x-source"] === "decided") return `Decided: ${reason}`;
  return reason ? `Given by the interface. Decided on top: ${reason}` : "Given by the interface.";
}

export function deprecationOf(holder: JsonObject): Deprecation | undefined {
  if (holder.deprecated !== true) return undefined;
  const mark = objectAt(holder, "x-deprecated");
  return {
    reason: textAt(mark, "reason"),
    since: textAt(mark, "since") || undefined,
    sunset: textAt(mark, "sunset") || undefined,
  };
}

export function readParameter(value: JsonObject, place: Parameter["in"]): Parameter {
  return {
    name: textAt(value, "name"),
    in: place,
    required: value.required === true,
    description: textAt(value, "description"),
    schema: localRefs(objectAt(value, "schema")) as JsonObject,
    deprecation: deprecationOf(value),
    explode: value.explode !== false,
  };
}
