/** A user's program against the packed package: it compiles only if every entry has its types. */
import {
  AlphadeltaError,
  type Client,
  type ClientOptions,
  createClient,
  isAlphadeltaError,
  type Page,
  PagedList,
  RpcError,
  type Segment,
} from "alphadelta";
import { selectChain } from "alphadelta/chains";
import { devAccounts, signTransaction } from "alphadelta/devnet";
import type { OperationId, RawRest } from "alphadelta/rest";
import type { MethodName } from "alphadelta/rpc";
import type { CallOptions } from "alphadelta/transport";
import { encodeAmount, decodeAmount } from "alphadelta/units";

const options: ClientOptions = { endpoints: new URL("http://127.0.0.1:8645") };
const alpha: Client<"alpha"> = createClient("alpha", options);
const delta: Client<"delta"> = createClient("delta", options);
const call: CallOptions = { signal: AbortSignal.timeout(1000) };

export const operation: OperationId = "getBlock";
export const method: MethodName = "account_getBalance";
export const raw: RawRest = delta.rest;
export const segments: readonly Segment[] = ["alpha", selectChain("delta").segment];
export const lists: (typeof PagedList)[] = [PagedList];

export async function main(): Promise<string> {
  const block = await delta.getBlock(7, call);
  const gas: bigint = block.gasUsed;
  const page: Page<{ hash: string }> = await delta.listTransactions({ limit: 5 });
  for await (const { value } of alpha.listTransactions()) decodeAmount(encodeAmount(value));
  const { balance } = await delta.rpc.account_getBalance("dx1", "latest", call);
  const [alice] = await devAccounts("delta");
  if (alice) await signTransaction(alice, { type: "transfer", to: "dx1", value: 5n, nonce: 0 });
  return `${gas + balance} ${page.items.length}`;
}

export function tell(error: unknown): string | number | undefined {
  if (isAlphadeltaError(error, "RestError")) return error.code;
  return error instanceof RpcError || error instanceof AlphadeltaError ? error.code : undefined;
}

// @ts-expect-error alpha has no validators
void alpha.listValidators;
// @ts-expect-error a height is no flag
void delta.getBlock(true);
// @ts-expect-error no such segment
createClient("gamma", options);
/** An option may be handed on as it is, left out or not. */
export function withSignal(signal?: AbortSignal): CallOptions {
  return { signal };
}
// @ts-expect-error undefined is not the same as left out
export const wrong: ClientOptions = { endpoints: "http://127.0.0.1:8645", events: undefined };
