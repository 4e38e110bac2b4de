/**
 * The generator: from the two specs to the text of every file of `src/generated`.
 *
 * @module
 */
import type { Specs } from "../specs/specs.ts";
import { readModel } from "../specs/model/mod.ts";
import { emitAnswers, emitMethodCalls, emitOperationCalls } from "./emit_calls.ts";
import { emitClientMethods, emitServiceMethods } from "./emit_methods.ts";
import { emitClientOperations, emitServiceOperations } from "./emit_operations.ts";
import { emitCommands } from "./emit_commands.ts";
import { emitErrors, emitLimits, emitSegments, emitSpecs, emitTiers } from "./emit_tables.ts";
import { emitPaths } from "./emit_paths.ts";
import { emitPublicSchemas, emitSchemaTypes } from "./emit_schemas.ts";
import { emitClientTopics, emitServiceTopics, emitTopics } from "./emit_topics.ts";
import { DECODED_TYPES } from "./hey_api/resolve_types.ts";
import { DECODING_VALIDATORS, WIRE_VALIDATORS } from "./hey_api/resolve_validators.ts";
import { runHeyApi, typesOf, validatorsOf } from "./hey_api/run_hey_api.ts";
import { mergeSpecs, mergeTypes } from "./merge.ts";

/** Text of each file, by its path below `src/generated`. */
export type Files = ReadonlyMap<string, string>;

/** Generates every file. */
export async function generateFiles(specs: Specs): Promise<Files> {
  const model = readModel(specs);
  const files: Record<string, string> = {
    "segments.gen.ts": emitSegments(model),
    "errors.gen.ts": emitErrors(model),
    "tiers.gen.ts": emitTiers(model),
    "limits.gen.ts": emitLimits(model),
    "topics.gen.ts": emitTopics(model),
    "commands.gen.ts": emitCommands(model),
    "specs.gen.ts": emitSpecs(specs),
    "client/paths.gen.ts": emitPaths(model),
    "client/operations.gen.ts": emitClientOperations(model),
    "client/methods.gen.ts": emitClientMethods(model),
    "client/operation_calls.gen.ts": emitOperationCalls(model),
    "client/method_calls.gen.ts": emitMethodCalls(model),
    "client/simplified_calls.gen.ts": emitMethodCalls(model, "simplified"),
    "client/topics.gen.ts": emitClientTopics(model),
    "client/schemas.gen.ts": emitPublicSchemas(model),
    "client/schema_types.gen.ts": emitSchemaTypes(model),
    "wire/answers.gen.ts": emitAnswers(model),
    "service/operations.gen.ts": emitServiceOperations(model),
    "service/methods.gen.ts": emitServiceMethods(model),
    "service/topics.gen.ts": emitServiceTopics(model),
    // Validators of clients take any shape of an extension, or none; those of the wire check both specs as documented.
    ...(await runHeyApi({
      "types.gen.ts": typesOf(mergeTypes(model), DECODED_TYPES),
      "client/validators.gen.ts": validatorsOf(mergeSpecs(model, "given"), DECODING_VALIDATORS),
      "wire/validators.gen.ts": validatorsOf(mergeSpecs(model, "documented"), WIRE_VALIDATORS),
    })),
  };
  // In the order of their paths, so that the same specs give the same bytes.
  return new Map(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
