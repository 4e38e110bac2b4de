import type { Command } from "commander";
import type { OperationId } from "../../rest/mod.ts";
import type { MethodName } from "../../rpc/mod.ts";
import { methodCommand } from "../calls/method_command.ts";
import { operationCommand } from "../calls/operation_command.ts";
import type { Terminal } from "../terminal.ts";

/** A call under a short name, with an example. */
interface ShortForm {
  readonly operation?: OperationId;
  readonly method?: MethodName;
  readonly example: string;
}

const SHORT_FORMS = {
  blocks: { operation: "listBlocks", example: "blocks --limit 3 --chain {segment}" },
  txs: { operation: "listTransactions", example: "txs --type transfer --all --ndjson" },
  validators: { operation: "listValidators", example: "validators --status all" },
  validator: { operation: "getValidator", example: "validator dx1njg93zhl3q88znzw777zqhc8…" },
  proposals: { operation: "listProposals", example: "proposals --status passed" },
  proposal: { operation: "getProposal", example: "proposal 3" },
  record: { method: "alpha_getRecord", example: "record 0x7a9c4c207b9e26be4bba2b45dc57…" },
} as const satisfies Readonly<Record<string, ShortForm>>;

/** The commands that are a call under a short name. */
export function shortForm(terminal: Terminal, name: keyof typeof SHORT_FORMS): Command {
  const { operation, method, example }: ShortForm = SHORT_FORMS[name];
  return operation === undefined
    ? methodCommand(terminal, method ?? "", name, example)
    : operationCommand(terminal, operation, name, example);
}
