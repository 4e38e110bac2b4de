import { Argument } from "commander";
import type { Client } from "../../client/mod.ts";
import type { RestErrorCode } from "../../generated/errors.gen.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import { formatUnits, isAddress } from "../../units/mod.ts";
import { command, flag, required } from "../command.ts";
import { EXIT, ExitError, notFound, wrongUse } from "../exit_error.ts";
import { addressFrom, expectedAddress, wholeNumberFrom } from "../flag_values.ts";
import { WAIT_TIMEOUT } from "../reads/submit_commands.ts";
import type { Terminal } from "../terminal.ts";
import type { Draft } from "./draft_transfer.ts";

const FLAGS = {
  fromKeyFile: required(
    flag("--from-key-file <file>", "sender's private key, - for standard input"),
  ),
  token: flag("--token <token>", "symbol or contract of a token; without it, the native one"),
  yes: flag("--yes", "do not ask before sending on a mainnet"),
  wait: flag("--wait", "wait until it is in a block"),
  timeout: WAIT_TIMEOUT,
  seed: flag("--seed <number>", "seed of the devnet, for alpha", wholeNumberFrom(0, 2 ** 31), 0),
};

export const transfer = command({
  description:
    "Sign a transfer in the devnet's format, and submit it once. The address implies the chain; on a mainnet it asks first",
  isClient: true,
  arguments: [
    new Argument("<address>", "address of the receiver").argParser(addressFrom),
    new Argument("<amount>", "amount in tokens, such as 1.5"),
  ],
  flags: FLAGS,
  examples: [
    "transfer dx16aua7lt… 1.5 --from-key-file alice.key --wait",
    "transfer dx16aua7lt… 20 --token GLD --from-key-file alice.key",
  ],
  async run({ terminal, settings, connect, flags, printer }, to: string, amount: string) {
    const hints = { addresses: [to] };
    const client = await connect(hints);
    checkReceiver(client, to);
    const { readPrivateKey, accountOf } = await import("./read_account.ts");
    const account = await accountOf(client, await readPrivateKey(terminal, flags.fromKeyFile));
    const { draftTransfer, submitDraft } = await import("./draft_transfer.ts");
    const { token, seed } = flags;
    const request = { to, amount, token, seed, taken: new Set<string>() };
    const draft = await draftTransfer(client, account, request).catch(
      (error: { code?: RestErrorCode }) => {
        throw error.code === "NOT_FOUND" ? unusedAccount(client, account.address) : error;
      },
    );
    const { endpoint } = await settings(hints);
    if (!flags.yes && isMainnet(client, endpoint)) await confirm(terminal, client, draft, to);
    const { txHash, nonce, fee } = await submitDraft(client, account, request, draft);
    const sent = { txHash, from: account.address, to, nonce };
    const { value, symbol, decimals } = draft;
    // The amount is formatted with the decimals of its token; in JSON it is in base units.
    const amounts = printer.isForPrograms
      ? { value, fee }
      : { value: `${formatUnits(value, decimals)} ${symbol}`, fee };
    if (!flags.wait) return { ...sent, ...amounts, status: "pending", blockNumber: null };
    printer.note(`Submitted ${txHash}, waiting for a block.`);
    const wait = { timeout: flags.timeout * 1000, from: account.address, nonce };
    const { status, blockNumber } = await client.waitForReceipt(txHash, wait);
    const isSuccess = status === 1;
    printer.value({ ...sent, ...amounts, status: isSuccess ? "success" : "failed", blockNumber });
    if (!isSuccess) throw new Error(`The transfer failed in block ${blockNumber}.`);
    return undefined;
  },
});

function checkReceiver({ segment }: Client, to: string): void {
  const { addressPrefix } = SEGMENTS[segment];
  if (!isAddress(to, addressPrefix.slice(0, -1)))
    throw wrongUse(`address must be ${expectedAddress(addressPrefix)}, got "${to}"`);
}

/** The key may be meant for the other chain: it has an address on both. */
function unusedAccount({ segment }: Client, from: string): ExitError {
  return notFound(
    `Cannot send: the sender ${from}, the account of this key on ${segment}, has received nothing there. The receiver's address names the chain: is the key of an account on ${segment}? Choose another segment with --chain.`,
  );
}

/** A mainnet on this machine is a devnet. */
function isMainnet({ network }: Client, endpoint: string): boolean {
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(endpoint).hostname);
  return network === "mainnet" && !isHere;
}

async function confirm(
  { ask }: Terminal,
  { segment, network }: Client,
  { value, symbol, decimals }: Draft,
  to: string,
): Promise<void> {
  const what = `${formatUnits(value, decimals)} ${symbol} to ${to} on ${segment}, a ${network}`;
  if (!ask) throw wrongUse(`Cannot send ${what}, without being asked: pass --yes.`);
  const answer = await ask(`Send ${what}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw new ExitError(EXIT.interrupted, "Nothing was sent.");
}
