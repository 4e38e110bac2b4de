import { type DevAccount, signTransaction } from "../src/devnet/mod.ts";
import type { Pinned } from "./_pinned.ts";

function callRpc(service: Pinned, method: string, param: string): Promise<unknown> {
  return postRpc(service, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [param] }));
}

/** Posts a call of JSON-RPC; resolves to its result. */
export async function postRpc({ origin }: Pinned, body: string): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${origin}/rpc/delta`, { method: "POST", headers, body });
  const { result, error } = (await response.json()) as Record<string, unknown>;
  if (error) throw new Error(`Refused: ${JSON.stringify(error)}`);
  return result;
}

export async function nonceOf(service: Pinned, address: string): Promise<number> {
  const result = await callRpc(service, "account_getNonce", address);
  return (result as { readonly nonce: number }).nonce;
}

/** Submits transfers that go into the next block. */
export async function submit(
  service: Pinned,
  account: DevAccount,
  to: string,
  transfers: number,
): Promise<void> {
  const nonce = await nonceOf(service, account.address);
  for (let index = 0; index < transfers; index++) {
    const body = { type: "transfer", to, value: 1n, nonce: nonce + index } as const;
    const { signedTx } = await signTransaction(account, body);
    await callRpc(service, "tx_sendRawTransaction", signedTx);
  }
}

/** Ends the service: by itself where it is to leave a profile. */
export function endServer({ process: child }: Pinned, profile: string | undefined): void {
  if (profile === undefined) child.kill();
  else child.stdin?.end();
}

/** Makes a block; resolves to when it was committed. */
export async function makeBlock(service: Pinned): Promise<bigint> {
  return BigInt(/block (\d+)/.exec(await ask(service, ""))?.[1] ?? -1);
}

/** Bytes of the heap after a collection, of a service that has `--expose-gc`. */
export async function heapBytes(service: Pinned): Promise<number> {
  return Number(/heap (\d+)/.exec(await ask(service, "heap"))?.[1]);
}

/** Writes a line to the service, and resolves to what it prints then. */
function ask({ process: child }: Pinned, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error("The service ended"));
    child.once("exit", fail);
    child.stdout?.once("data", (chunk: Buffer) => {
      child.off("exit", fail);
      resolve(chunk.toString());
    });
    child.stdin?.write(`${line}\n`);
  });
}
