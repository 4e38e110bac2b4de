/**
 * Rules of both specs, beyond those of their linters. A rule is named after the fault that it finds. Modules
 * of several rules export these alone.
 *
 * @module
 */
import type { Rule } from "./_rule.ts";
import { ambiguousAmount } from "./ambiguous_amount.ts";
import * as answers from "./answer_rules.ts";
import { brokenServer } from "./broken_server.ts";
import { brokenTopic } from "./broken_topic.ts";
import * as calls from "./call_rules.ts";
import * as costs from "./cost_rules.ts";
import * as examples from "./example_rules.ts";
import { incoherentSchema } from "./incoherent_schema.ts";
import * as marks from "./mark_rules.ts";
import * as names from "./name_rules.ts";
import * as parts from "./part_rules.ts";
import * as references from "./reference_rules.ts";
import { refusedKeyword, unmetCondition } from "./refused_keyword.ts";
import { repeatedLimit, repeatedTable } from "./repeated_table.ts";
import * as tables from "./table_rules.ts";
import { untransferableParameter } from "./untransferable_parameter.ts";
import { weakerDecision } from "./weaker_decision.ts";
import * as wire from "./wire_rules.ts";

/** The rules in stages: those of a stage rely on those of the stages before it. */
export const RULE_STAGES: readonly Readonly<Record<string, Rule>>[] = [
  { refusedKeyword },
  references,
  { ...names, ...calls, incoherentSchema, unmetCondition, weakerDecision },
  {
    ...answers,
    ...costs,
    ...marks,
    ...tables,
    ...wire,
    brokenServer,
    brokenTopic,
    untransferableParameter,
    ambiguousAmount,
  },
  { ...parts, ...examples, repeatedLimit, repeatedTable },
];
