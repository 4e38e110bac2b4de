/**
 * What both specs must keep to, beyond what their linters see. A rule is named after what it finds.
 *
 * @module
 */
import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { ambiguousAmount } from "./ambiguous_amount.ts";
import { ANSWER_RULES } from "./answer_rules.ts";
import { brokenServer } from "./broken_server.ts";
import { brokenTopic } from "./broken_topic.ts";
import { CALL_RULES } from "./call_rules.ts";
import { EXAMPLE_RULES } from "./example_rules.ts";
import { incoherentSchema } from "./incoherent_schema.ts";
import { MARK_RULES } from "./mark_rules.ts";
import { NAME_RULES } from "./name_rules.ts";
import { PART_RULES } from "./part_rules.ts";
import { REFERENCE_RULES } from "./reference_rules.ts";
import { refusedKeyword, unmetCondition } from "./refused_keyword.ts";
import { repeatedTable } from "./repeated_table.ts";
import { TABLE_RULES } from "./table_rules.ts";
import { untransferableParameter } from "./untransferable_parameter.ts";
import { weakerDecision } from "./weaker_decision.ts";
import { WIRE_RULES } from "./wire_rules.ts";

/** A rule: what is wrong with the specs by it. */
export type Rule = (specs: Specs) => Problem[];

/** The rules in stages: those of a stage rely on what the stages before it have found in order. */
export const RULE_STAGES: readonly Readonly<Record<string, Rule>>[] = [
  { refusedKeyword },
  REFERENCE_RULES,
  { ...NAME_RULES, ...CALL_RULES, incoherentSchema, unmetCondition, weakerDecision },
  {
    ...ANSWER_RULES,
    ...MARK_RULES,
    ...TABLE_RULES,
    ...WIRE_RULES,
    brokenServer,
    brokenTopic,
    untransferableParameter,
    ambiguousAmount,
  },
  { ...PART_RULES, ...EXAMPLE_RULES, repeatedTable },
];
