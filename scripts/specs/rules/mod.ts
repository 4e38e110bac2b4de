/**
 * Rules of both specs, beyond those of their linters. A rule is named after what it finds; what a module of
 * several exports are its rules.
 *
 * @module
 */
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
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
import { repeatedLimit } from "./repeated_limit.ts";
import { repeatedTable } from "./repeated_table.ts";
import * as tables from "./table_rules.ts";
import { untransferableParameter } from "./untransferable_parameter.ts";
import { weakerDecision } from "./weaker_decision.ts";
import * as wire from "./wire_rules.ts";

/** A rule: what is wrong with the specs by it. */
export type Rule = (specs: Specs) => Problem[];

/** The rules in stages: those of a stage rely on what the stages before it have found in order. */
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
