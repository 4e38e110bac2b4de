import { resolveEndpoints, type Segment, SEGMENTS } from "../../chains/mod.ts";
import { parseJson } from "../../argument_text.ts";
import type { Client } from "../../client/mod.ts";
import { DEV_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo, CommandParameter } from "../../tables.ts";
import {
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
} from "../../generated/errors.gen.ts";
import { DEV_TOKEN_HEADER } from "../../generated/limits.gen.ts";
import { describeCall, positionalArguments } from "../calls/call_commands.ts";
import { exampleOf } from "../calls/call_flags.ts";
import { coerceArgument } from "../calls/call.ts";
import { command, type CommandContext, type CommandSpec, flag } from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import { readAmount } from "../output/format_value.ts";
import { withInput } from "../terminal.ts";
import { NATIVE_DECIMALS, toJson } from "../../units/mod.ts";
import { readDevToken } from "./dev_token.ts";

/** Methods that act on the whole service, whichever segment's URL they are sent to. */
const OF_WHOLE_SERVICE: readonly string[] = ["dev_setFaults"];

/** Refusals of a service that is no devnet, or has another token. */
const NO_DEVNET: readonly number[] = [RPC_METHOD_NOT_FOUND, RPC_INVALID_REQUEST];

const methodCommands = Object.fromEntries(
  Object.entries(DEV_COMMANDS).map(([method, info]) => [
    shortName(method),
    methodCommand(method, inTokens(info)),
  ]),
);

export const dev = command({
  description: `Control a devnet that runs with "alphadelta serve --dev"`,
  examples: ["dev mine 3 --chain {segment}", "dev faults '[]' --chain {segment}"],
  commands: {
    accounts: command({
      description: "List the funded accounts of a devnet, with their balances",
      isClient: true,
      flags: {
        seed: flag("--seed <number>", "seed of the service", wholeNumberFrom(0, 2 ** 31), 0),
        keys: flag("--keys", "show their private keys too, for transfer"),
      },
      examples: ["dev accounts --chain {segment}"],
      run: listAccounts,
    }),
    ...methodCommands,
  },
});

/** The accounts follow from the seed; no token is needed. */
async function listAccounts({
  connect,
  flags: { seed, keys },
  printer,
}: CommandContext<{ readonly seed: number; readonly keys?: true }>): Promise<void> {
  const client = await connect();
  const { devAccounts } = await import("../../devnet/mod.ts");
  const { chain, network } = client;
  const accounts = await devAccounts(chain, { network, seed });
  const accountRows = accounts.map(async ({ address, privateKey }) => {
    const { balance, nonce } = await client.rpc.account_getBalance(address);
    return { address, balance, nonce, ...(keys && { privateKey }) };
  });
  const rows = await Promise.all(accountRows);
  await printer.list(rows);
  if (rows.every(({ balance }) => balance === 0n))
    printer.note(
      `None of them has tokens: is it a devnet there, and was it started with --seed ${seed}?`,
    );
}

/** `dev_setTime` is `time`, `dev_getState` is `state`. */
function shortName(method: string): string {
  return method.replace(/^dev_(?:get|set)?/, "").toLowerCase();
}

/** Amounts are in tokens, as everywhere on the command line. */
function inTokens(info: CommandInfo): CommandInfo {
  const amount = { description: "Amount in tokens.", expected: "tokens", example: "1.5" };
  const parameters = info.parameters.map((one) => (isAmount(one) ? { ...one, ...amount } : one));
  return { ...info, parameters };
}

function isAmount({ types }: CommandParameter): boolean {
  return types.includes("bigint");
}

function methodCommand(method: string, info: CommandInfo): CommandSpec {
  return command({
    ...describeCall(info),
    isClient: true,
    arguments: positionalArguments(info),
    flags: {
      tokenFile: flag("--token-file <file>", "file with the token of the devnet's control"),
    },
    examples: [`dev ${exampleOf(shortName(method), info)} --chain {segment}`],
    run: (context, ...texts: (string | undefined)[]) => callDev(context, method, info, texts),
  });
}

async function callDev(
  { terminal, settings, connect, flags, printer }: CommandContext<{ readonly tokenFile?: string }>,
  method: string,
  { parameters }: CommandInfo,
  texts: readonly (string | undefined)[],
): Promise<void> {
  // Only arguments at the end are left out, so that each value keeps its position.
  const values = (await withInput(terminal, texts)).filter((text) => text !== undefined);
  const params = values.map((value, index) => {
    const parameter = parameters[index] as CommandParameter;
    if (isAmount(parameter)) return readAmount(value.trim(), NATIVE_DECIMALS);
    return coerceArgument(parameter, value, `call ${method}`);
  });
  const isOfWholeService = OF_WHOLE_SERVICE.includes(method);
  // A hint of one chain, whichever: with it the settings need no --chain.
  const anyChain = isOfWholeService && { chains: ["alpha"] as const };
  const { segment, endpoint } = await settings({ addresses: values, ...anyChain });
  const token = await readDevToken(terminal, endpoint, flags.tokenFile);
  const client = await connect();
  const target = isOfWholeService ? await servedSegment(client, endpoint) : segment;
  const response = await client.fetch(resolveEndpoints(target, endpoint).rpc ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json", [DEV_TOKEN_HEADER]: token },
    body: toJson({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as Reply;
  if (error) throw refusal(method, error);
  // The rules that `dev faults []` leaves.
  const isEmptyList = Array.isArray(result) && result.length === 0;
  if (isEmptyList && !printer.isForPrograms) printer.note("None is left.");
  else printer.value(result);
}

/** The first segment that a service says it serves; that of the client where it says nothing. */
async function servedSegment(client: Client, endpoint: string): Promise<Segment> {
  const headers = { Accept: "application/json" };
  const response = await client.fetch(`${endpoint}/readyz`, { headers });
  const { segments } = Object(parseJson(await response.text())) as { readonly segments?: unknown };
  const names = Object.keys(SEGMENTS) as Segment[];
  return names.find((name) => Object.hasOwn(Object(segments), name)) ?? client.segment;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

function refusal(method: string, { code, message, data }: NonNullable<Reply["error"]>): Error {
  const detail = typeof data === "string" ? `: ${data}` : "";
  if (code === RPC_INVALID_PARAMS) return wrongUse(`Cannot call ${method}${detail}`);
  const advice = NO_DEVNET.includes(code)
    ? ' Was it started with "alphadelta serve --dev", and is this its token?'
    : "";
  const error = new Error(`${method}: ${message}${detail} (${code}).${advice}`);
  return Object.assign(error, { code });
}
