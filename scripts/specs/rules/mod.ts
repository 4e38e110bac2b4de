/**
 * What both specs must keep to, beyond what their linters see.
 *
 * @module
 */
import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { brokenDeprecation } from "./broken_deprecation.ts";
import { brokenMethod } from "./broken_method.ts";
import { brokenPath } from "./broken_path.ts";
import { brokenTable } from "./broken_table.ts";
import { brokenTopic } from "./broken_topic.ts";
import { circularRef } from "./circular_ref.ts";
import { contradictingDefault } from "./contradicting_default.ts";
import { contradictingExample } from "./contradicting_example.ts";
import { duplicateName } from "./duplicate_name.ts";
import { errorTable } from "./error_table.ts";
import { invalidSchema } from "./invalid_schema.ts";
import { missingDescription } from "./missing_description.ts";
import { missingExample } from "./missing_example.ts";
import { missingSchema } from "./missing_schema.ts";
import { missingSource } from "./missing_source.ts";
import { objectParameter } from "./object_parameter.ts";
import { repeatedTable } from "./repeated_table.ts";
import { reservedName } from "./reserved_name.ts";
import { unclearSuccess } from "./unclear_success.ts";
import { unknownLimit } from "./unknown_limit.ts";
import { unknownRef } from "./unknown_ref.ts";
import { unnamedData } from "./unnamed_data.ts";
import { unsupportedExtension } from "./unsupported_extension.ts";
import { unsupportedName } from "./unsupported_name.ts";
import { unsupportedShape } from "./unsupported_shape.ts";
import { unusedSchema } from "./unused_schema.ts";

/** A rule: what is wrong with the specs by it. */
export type Rule = (specs: Specs) => Problem[];

/** The rules in stages: those of a stage rely on what the stages before it have found in order. */
export const RULE_STAGES: readonly Readonly<Record<string, Rule>>[] = [
  { unknownRef, circularRef },
  {
    brokenPath,
    brokenMethod,
    invalidSchema,
    missingSchema,
    unclearSuccess,
    duplicateName,
    reservedName,
    unsupportedName,
    unsupportedShape,
    unsupportedExtension,
  },
  { unnamedData, brokenDeprecation, brokenTable, brokenTopic, unknownLimit },
  {
    objectParameter,
    errorTable,
    missingSource,
    missingDescription,
    missingExample,
    contradictingExample,
    contradictingDefault,
    unusedSchema,
    repeatedTable,
  },
];
