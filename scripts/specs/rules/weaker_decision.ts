import { type Json, objectAt } from "../json.ts";
import { allNodes } from "../nodes.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** Tells whether a decided value admits nothing that the specified one does not. */
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

/** Extensions narrow the specified values: clients validate these, and would refuse others. */
export const weakerDecision: Rule = ruleOf(allNodes, function* ({ value }) {
  for (const [keyword, decided] of Object.entries(objectAt(value, "x-decided"))) {
    const given = value[keyword];
    if (decided === undefined || given === undefined) continue;
    if (HOLDS[keyword]?.(decided, given) !== false) continue;
    const [own, other] = [decided, given].map((each) => JSON.stringify(each));
    const message = `x-decided has "${keyword}" ${own}, which admits more than the specified ${other}`;
    const fix = "Narrow what is specified, or repeat it unchanged.";
    yield [["x-decided", keyword], message, fix];
  }
});
