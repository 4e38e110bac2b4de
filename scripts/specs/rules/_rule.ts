import type { Path } from "../json.ts";
import { type Model, type Operation, readModel } from "../model/mod.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A rule: the problems that specs have by it. */
export type Rule = (specs: Specs) => Problem[];

/** A part of a spec, where it stands. */
export interface Part {
  readonly spec: SpecFile;
  readonly at: Path;
}

/** A fault: its place below the part that has it, or below another one, the message, and the remedy. */
export type Fault = readonly [
  place: string | Path,
  message: string,
  fix: string,
  part?: Part | undefined,
];

/** The rule by which each part has the faults that `faultsOf` finds in it. */
export function ruleOf<Of extends Part>(
  partsOf: (model: Model) => readonly Of[],
  faultsOf: (part: Of, model: Model) => Iterable<Fault>,
): Rule {
  return (specs) => {
    const model = readModel(specs);
    return partsOf(model).flatMap((part) => problemsIn(part, faultsOf(part, model)));
  };
}

/** The faults of a part, each with its line. */
export function problemsIn(part: Part, faults: Iterable<Fault>): Problem[] {
  return [...faults].map(([place, message, fix, { spec, at } = part]) =>
    spec.problem([...at, ...[place].flat()], message, fix),
  );
}

export function operationsOf({ operations }: Model): readonly Operation[] {
  return operations;
}
