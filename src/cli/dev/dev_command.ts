import { Command } from "commander";
import { resolveEndpoints } from "../../chains/mod.ts";
import { type CommandInfo, DEV_COMMANDS } from "../../generated/commands.gen.ts";
import { DEV_TOKEN_HEADER } from "../../generated/limits.gen.ts";
import { coerceArgument } from "../calls/read_argument.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { EXIT, ExitError } from "../exit_error.ts";
import { openClient, readSettings } from "../settings/connection.ts";
import { Printer } from "../output/printer.ts";
import { toJson } from "../output/format_value.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import { readDevToken } from "./dev_token.ts";

interface DevFlags extends ClientFlags {
  readonly tokenFile?: string;
}

/** Codes of a service that does not take the call, or not this token. */
const NOT_TAKEN = [-32601, -32600];

/** The command `dev`: control of a devnet, each method of the specs as a subcommand. */
export function devCommand(terminal: Terminal): Command {
  const command = new Command("dev")
    .summary("Control a devnet")
    .description(`Control a devnet that runs with "alphadelta serve --dev"`)
    .addCommand(accountsCommand(terminal));
  for (const [method, info] of Object.entries(DEV_COMMANDS))
    command.addCommand(methodCommand(terminal, method, info));
  return withExamples(command, "dev mine 3 --chain {segment}", "dev faults '[]' --chain {segment}");
}

/** The accounts follow from the seed; no token is needed. */
function accountsCommand(terminal: Terminal): Command {
  const command = clientCommand("accounts")
    .description("List the funded accounts of a devnet, with their balances")
    .option("--seed <number>", "seed of the service", wholeNumberFrom(0, 2 ** 31), 0)
    .action(async ({ seed, ...flags }: ClientFlags & { readonly seed: number }) => {
      const client = await openClient(terminal, flags);
      const { devAccounts } = await import("../../devnet/mod.ts");
      const { chain, network } = client;
      const accounts = await devAccounts(chain, { network, seed });
      const rows = accounts.map(async ({ address }) => {
        const { balance, nonce } = await client.rpc.account_getBalance(address);
        return { address, balance, nonce };
      });
      await new Printer(terminal, flags).list(await Promise.all(rows));
    });
  return withExamples(command, "dev accounts --chain {segment}");
}

/** `dev_setTime` is `time`. */
function shortName(method: string): string {
  return method.replace(/^dev_(?:set)?/, "").toLowerCase();
}

function methodCommand(terminal: Terminal, method: string, info: CommandInfo): Command {
  const name = shortName(method);
  const command = clientCommand(name)
    .summary(info.summary)
    .description(`${info.summary}. ${info.description}`)
    .option("--token-file <file>", "file with the token of the devnet's control");
  for (const { name: argument, required, description } of info.parameters)
    command.argument(required ? `<${argument}>` : `[${argument}]`, description);
  const count = info.parameters.length;
  command.action((...given: unknown[]) =>
    callDev(
      terminal,
      method,
      given.slice(0, count) as (string | undefined)[],
      given[count] as DevFlags,
    ),
  );
  const values = info.parameters.map(({ example, name: argument }) => example ?? `<${argument}>`);
  const shown = values.map((value) => (value.length > 24 ? `${value.slice(0, 12)}…` : value));
  return withExamples(command, ["dev", name, ...shown, "--chain {segment}"].join(" "));
}

async function callDev(
  terminal: Terminal,
  method: string,
  texts: readonly (string | undefined)[],
  { tokenFile, ...flags }: DevFlags,
): Promise<void> {
  const { parameters } = DEV_COMMANDS[method] as CommandInfo;
  const given = texts.filter((text) => text !== undefined);
  const params = given.map((text, index) => {
    const value = text === "-" ? terminal.readInput() : text;
    return coerceArgument(parameters[index] as CommandInfo["parameters"][number], value);
  });
  const hints = { addresses: given };
  const { segment, endpoint } = await readSettings(terminal, flags, hints);
  const token = await readDevToken(terminal, endpoint, tokenFile);
  const client = await openClient(terminal, flags, hints);
  const response = await client.fetch(resolveEndpoints(segment, endpoint).rpc ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json", [DEV_TOKEN_HEADER]: token },
    body: toJson({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as Reply;
  if (error) throw refusal(method, error);
  new Printer(terminal, flags).value(result);
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

function refusal(method: string, { code, message, data }: NonNullable<Reply["error"]>): ExitError {
  const detail = typeof data === "string" ? `: ${data}` : "";
  const advice = NOT_TAKEN.includes(code)
    ? ' Was it started with "alphadelta serve --dev", and is this its token?'
    : "";
  const exitCode = code === -32602 ? EXIT.wrongUse : EXIT.failed;
  return new ExitError(exitCode, `${method}: ${message}${detail} (${code}).${advice}`);
}
