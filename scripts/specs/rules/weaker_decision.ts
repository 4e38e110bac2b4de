import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { isObject, type Json, type JsonObject, objectAt } from "../json.ts";
import { allNodes } from "../nodes.ts";

/** Tells whether what is decided admits nothing that the given value does not. */
type Holds = (decided: Json, given: Json) => boolean;

const isLeast: Holds = (decided, given) => Number(decided) >= Number(given);
const isMost: Holds = (decided, given) => Number(decided) <= Number(given);
const isWithin: Holds = (decided, given) =>
  [decided].flat().every((value) => [given].flat().includes(value));

/** Keywords that narrow, and how; one pattern cannot be told to admit less than another. */
const HOLDS: Readonly<Record<string, Holds>> = {
  minimum: isLeast,
  exclusiveMinimum: isLeast,
  minLength: isLeast,
  minItems: isLeast,
  maximum: isMost,
  exclusiveMaximum: isMost,
  maxLength: isMost,
  maxItems: isMost,
  multipleOf: (decided, given) => Number.isInteger(Number(decided) / Number(given)),
  enum: isWithin,
  const: isWithin,
  "x-chains": isWithin,
  "x-limit": isWithin,
  required: (decided, given) => isWithin(given, decided),
};

/** Extensions narrow what is specified: clients validate what is specified, and would refuse the rest. */
export function weakerDecision(specs: Specs): Problem[] {
  return allNodes(specs).flatMap(({ spec, path, value }) => {
    const decided = objectAt(value, "x-decided");
    const given = isObject(value) ? value : {};
    return weakerKeywords(decided, given).map((keyword) => {
      const [own, other] = [decided, given].map((each) => JSON.stringify(each[keyword]));
      const message = `x-decided has "${keyword}" ${own}, which admits more than the specified ${other}`;
      const fix = "Narrow what is specified, or repeat it unchanged.";
      return spec.problem([...path, "x-decided", keyword], message, fix);
    });
  });
}

function weakerKeywords(decided: JsonObject, given: JsonObject): string[] {
  return Object.keys(decided).filter((keyword) => {
    const [own, other] = [decided[keyword], given[keyword]];
    if (own === undefined || other === undefined) return false;
    return HOLDS[keyword]?.(own, other) === false;
  });
}
