import { type Json, objectAt } from "../json.ts";
import { allNodes } from "../nodes.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** Returns true if a decided value admits no more than the specified one. */
type Narrows = (decided: Json, specified: Json) => boolean;

const isHigher: Narrows = (decided, specified) => Number(decided) >= Number(specified);
const isLower: Narrows = (decided, specified) => Number(decided) <= Number(specified);
const isWithin: Narrows = (decided, specified) =>
  [decided].flat().every((value) => [specified].flat().includes(value));

/** Comparisons by keyword; patterns cannot be compared. */
const COMPARISONS: Readonly<Record<string, Narrows>> = {
  minimum: isHigher,
  exclusiveMinimum: isHigher,
  minLength: isHigher,
  minItems: isHigher,
  maximum: isLower,
  exclusiveMaximum: isLower,
  maxLength: isLower,
  maxItems: isLower,
  multipleOf: (decided, specified) => Number.isInteger(Number(decided) / Number(specified)),
  enum: isWithin,
  const: isWithin,
  "x-chains": isWithin,
  "x-limit": isWithin,
  required: (decided, specified) => isWithin(specified, decided),
};

/** Extensions must narrow the specified values, by which clients validate. */
export const weakerDecision: Rule = ruleOf(allNodes, function* ({ value }) {
  for (const [keyword, decided] of Object.entries(objectAt(value, "x-decided"))) {
    const specified = value[keyword];
    if (decided === undefined || specified === undefined) continue;
    if (COMPARISONS[keyword]?.(decided, specified) !== false) continue;
    const [own, other] = [decided, specified].map((each) => JSON.stringify(each));
    const message = `x-decided has "${keyword}" ${own}, which admits more than the specified ${other}`;
    const fix = "Narrow what is specified, or repeat it unchanged.";
    yield [["x-decided", keyword], message, fix];
  }
});
