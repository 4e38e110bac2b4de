import { expect, test } from "vitest";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import {
  emitAnswers,
  emitMethodCalls,
  emitOperationCalls,
} from "../../../scripts/generate/emit_calls.ts";
import { emitClientMethods, emitServiceMethods } from "../../../scripts/generate/emit_methods.ts";
import {
  emitClientOperations,
  emitServiceOperations,
} from "../../../scripts/generate/emit_operations.ts";
import { emitCommands } from "../../../scripts/generate/emit_commands.ts";
import {
  emitErrors,
  emitLimits,
  emitSegments,
  emitTiers,
} from "../../../scripts/generate/emit_tables.ts";
import { emitClientTopics, emitTopics } from "../../../scripts/generate/emit_topics.ts";
import { mergeSpecs, mergeTypes } from "../../../scripts/generate/merge.ts";
import type { JsonObject, Path } from "../../../scripts/specs/json.ts";
import { readModel } from "../../../scripts/specs/model/mod.ts";
import { nodesOf } from "../../../scripts/specs/nodes.ts";
import type { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs, type Specs } from "../../../scripts/specs/specs.ts";
import { ROOT } from "../_temporary_folder.ts";
import { withValue } from "../specs/_with_value.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

/** Keywords that the specs use with the value that holds without them too. */
const IMPLIED = ["paramStructure of a method", "url of a license"];

/**
 * Output for the specs, before third-party tools make types, validators and pages of it: each part as text, first the one in
 * which most shows.
 */
function* outcome(specs: Specs): Generator<string> {
  yield JSON.stringify(pageDocument(specs, true));
  const model = readModel(specs);
  yield JSON.stringify(mergeTypes(model));
  for (const layer of ["given", "decided", "documented"] as const)
    yield JSON.stringify(mergeSpecs(model, layer));
  for (const emit of EMITTERS) yield emit(model);
}

const EMITTERS = [
  ...[emitAnswers, emitMethodCalls, emitOperationCalls, emitClientMethods, emitClientOperations],
  ...[emitCommands, emitErrors, emitLimits, emitSegments, emitServiceMethods],
  ...[emitServiceOperations, emitTiers, emitClientTopics, emitTopics],
];

/** `spec` without the keyword at `path`. */
function without(spec: SpecFile, path: Path): SpecFile {
  const value = structuredClone(spec.value);
  const keyword = String(path.at(-1));
  const holder = path.slice(0, -1).reduce<JsonObject>((at, key) => at[key] as JsonObject, value);
  Reflect.deleteProperty(holder, keyword);
  return withValue(spec, value);
}

test("every keyword that the specs use shows in what is generated", { timeout: SLOW }, async () => {
  const specs = await loadSpecs(ROOT);
  const before = [...outcome(specs)];
  const silent = new Map<string, boolean>();
  for (const name of ["openapi", "openrpc"] as const) {
    for (const { at: path, place, value } of nodesOf(specs[name])) {
      for (const keyword of Object.keys(value as JsonObject)) {
        const verdict = place.keywords[keyword];
        const key = `${keyword} of ${place.name}`;
        if (!verdict || !("follows" in verdict) || silent.get(key) === false) continue;
        if (IMPLIED.includes(key)) continue;
        if (/^(the published specs alone|nothing)/.test(verdict.follows)) continue;
        const changed = { ...specs, [name]: without(specs[name], [...path, keyword]) };
        silent.set(key, isSame(before, changed));
      }
    }
  }
  const found = [...silent].filter(([, isSilent]) => isSilent).map(([key]) => key);
  expect(found).toEqual([]);
  expect(silent.size).toBeGreaterThan(150);
});

/** A spec that can no longer be read counts as changed. */
function isSame(before: readonly string[], specs: Specs): boolean {
  try {
    let part = 0;
    for (const text of outcome(specs)) if (text !== before[part++]) return false;
    return true;
  } catch {
    return false;
  }
}
