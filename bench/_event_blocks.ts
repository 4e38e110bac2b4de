import { type DevAccount, signTransaction } from "../src/devnet/mod.ts";
import type { Pinned } from "./_pinned.ts";

/** Submits transfers that go into the next block. */
export async function submit(
  { origin }: Pinned,
  account: DevAccount,
  to: string,
  transfers: number,
): Promise<void> {
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(`${origin}/rpc/delta`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as Record<string, unknown>;
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  const { nonce } = (await call("account_getNonce", [account.address])) as { nonce: number };
  for (let index = 0; index < transfers; index++) {
    const body = { type: "transfer", to, value: 1n, nonce: nonce + index } as const;
    const { signedTx } = await signTransaction(account, body);
    await call("tx_sendRawTransaction", [signedTx]);
  }
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
