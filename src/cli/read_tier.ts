import { InvalidArgumentError } from "commander";
import { type Tier, TIERS } from "../generated/tiers.gen.ts";

/** Reads a flag's value as one of the documents' tiers. */
export function tierFrom(text: string): Tier {
  if (Object.hasOwn(TIERS, text)) return text as Tier;
  throw new InvalidArgumentError(`Must be one of ${Object.keys(TIERS).join(", ")}.`);
}
