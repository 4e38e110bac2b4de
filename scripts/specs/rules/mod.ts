/**
 * What both specs must keep to, beyond what their linters see.
 *
 * @module
 */
import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { ambiguousAmount } from "./ambiguous_amount.ts";
import { brokenDeprecation } from "./broken_deprecation.ts";
import { brokenServer } from "./broken_server.ts";
import { brokenTable } from "./broken_table.ts";
import { brokenTopic } from "./broken_topic.ts";
import { circularRef } from "./circular_ref.ts";
import { contradictingDefault } from "./contradicting_default.ts";
import { contradictingExample } from "./contradicting_example.ts";
import { collidingName } from "./colliding_name.ts";
import { errorTable } from "./error_table.ts";
import { incoherentSchema } from "./incoherent_schema.ts";
import { inlineError } from "./inline_error.ts";
import { mispairedExample } from "./mispaired_example.ts";
import { misplacedParameter } from "./misplaced_parameter.ts";
import { missingDescription } from "./missing_description.ts";
import { missingExample } from "./missing_example.ts";
import { missingSource } from "./missing_source.ts";
import { objectParameter } from "./object_parameter.ts";
import { refusedKeyword } from "./refused_keyword.ts";
import { repeatedTable } from "./repeated_table.ts";
import { reservedName } from "./reserved_name.ts";
import { taggedText } from "./tagged_text.ts";
import { unclearSuccess } from "./unclear_success.ts";
import { undeclaredTag } from "./undeclared_tag.ts";
import { unknownHeight } from "./unknown_height.ts";
import { unknownLimit } from "./unknown_limit.ts";
import { unknownRef } from "./unknown_ref.ts";
import { unnamedData } from "./unnamed_data.ts";
import { unsendableParams } from "./unsendable_params.ts";
import { unservableEnvelope } from "./unservable_envelope.ts";
import { unservableRequest } from "./unservable_request.ts";
import { unservableResponse } from "./unservable_response.ts";
import { unsupportedName } from "./unsupported_name.ts";
import { untransferableParameter } from "./untransferable_parameter.ts";
import { untypedResult } from "./untyped_result.ts";
import { unusedSchema } from "./unused_schema.ts";
import { weakerDecision } from "./weaker_decision.ts";

/** A rule: what is wrong with the specs by it. */
export type Rule = (specs: Specs) => Problem[];

/** The rules in stages: those of a stage rely on what the stages before it have found in order. */
export const RULE_STAGES: readonly Readonly<Record<string, Rule>>[] = [
  { refusedKeyword },
  { unknownRef, circularRef },
  {
    unclearSuccess,
    collidingName,
    reservedName,
    unsupportedName,
    incoherentSchema,
    inlineError,
    unsendableParams,
    unservableRequest,
    misplacedParameter,
    weakerDecision,
  },
  {
    ambiguousAmount,
    mispairedExample,
    unnamedData,
    brokenDeprecation,
    brokenServer,
    brokenTable,
    brokenTopic,
    unknownHeight,
    unknownLimit,
    unservableEnvelope,
    unservableResponse,
    untransferableParameter,
    untypedResult,
  },
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
    undeclaredTag,
    taggedText,
  },
];
