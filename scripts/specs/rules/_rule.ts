import type { Path } from "../json.ts";
import { allMethods, type Method, type Operation, readModel } from "../model/mod.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A rule: the problems that specs have by it. */
export type Rule = (specs: Specs) => Problem[];

/** A part of a spec, where it stands. */
export interface Part {
  readonly spec: SpecFile;
  readonly at: Path;
}

/** A fault: its place below the part that is looked at, or below another one, what is wrong, and what to do. */
export type Fault = readonly [
  place: string | Path,
  message: string,
  fix: string,
  part?: Part | undefined,
];

/** The rule by which each part has the faults that `faultsOf` finds in it. */
export function ruleOf<Of extends Part>(
  partsOf: (specs: Specs) => readonly Of[],
  faultsOf: (part: Of, specs: Specs) => Iterable<Fault>,
): Rule {
  return (specs) =>
    partsOf(specs).flatMap((part) =>
      [...faultsOf(part, specs)].map(([place, message, fix, { spec, at } = part]) =>
        spec.problem([...at, ...[place].flat()], message, fix),
      ),
    );
}

/** The REST operations. */
export function operationsOf(specs: Specs): readonly Operation[] {
  return readModel(specs).operations;
}

/** The methods of JSON-RPC, and those that control the devnet. */
export function methodsOf(specs: Specs): readonly Method[] {
  return allMethods(readModel(specs));
}
