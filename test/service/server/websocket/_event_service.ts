import { devAccounts, signTransaction } from "../../../../src/devnet/mod.ts";
import {
  createService,
  listen,
  type Listener,
  type ListenOptions,
  type LogEntry,
  type Service,
  type ServiceOptions,
} from "../../../../src/service/mod.ts";
import { spend } from "../../devnet/producer/_fixtures.ts";

/** A service that listens, makes blocks only when told to, and throws what it logs as an error. */
export interface EventService {
  readonly service: Service;
  readonly listener: Listener;
  readonly origin: string;
  readonly errors: LogEntry[];
  /** Submits one more transfer of the first dev account; gives its hash. */
  readonly pay: (segment: "alpha" | "delta", to?: string) => Promise<string>;
}

/** Opens a service for tests of events. */
export async function openEventService(
  options: ServiceOptions = {},
  listening: ListenOptions = {},
): Promise<EventService> {
  const errors: LogEntry[] = [];
  const service = await createService({
    segments: ["alpha", "delta"],
    history: 2,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    log: (entry) => void (entry.level === "error" && errors.push(entry)),
    ...options,
  });
  const listener = await listen(service, { port: 0, stopTimeout: 2_000, ...listening });
  const { origin } = listener;
  return { service, listener, origin, errors, pay: (segment, to) => pay(origin, segment, to) };
}

/** One JSON-RPC call over HTTP. */
export async function callHttp(
  origin: string,
  segment: string,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const response = await fetch(`${origin}/rpc/${segment}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const reply = (await response.json()) as { result?: unknown; error?: unknown };
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.result;
}

async function pay(origin: string, segment: "alpha" | "delta", to?: string): Promise<string> {
  const sign = segment === "alpha" ? signAlpha : signDelta;
  const { signedTx, txHash } = await sign(origin, to);
  await callHttp(origin, segment, "tx_sendRawTransaction", [signedTx]);
  return txHash;
}

type Signed = Awaited<ReturnType<typeof signTransaction>>;

async function signDelta(origin: string, to?: string): Promise<Signed> {
  const [alice, bob] = await devAccounts("delta");
  if (!alice || !bob) throw new Error("No accounts");
  const found = await callHttp(origin, "delta", "account_getNonce", [alice.address]);
  const { nonce } = found as { nonce: number };
  return signTransaction(alice, { type: "transfer", to: to ?? bob.address, value: 1n, nonce });
}

/** Each call spends another record of genesis. */
async function signAlpha(origin: string, to?: string): Promise<Signed> {
  const [alice, bob] = await devAccounts("alpha");
  if (!alice || !bob) throw new Error("No accounts");
  const found = await callHttp(origin, "alpha", "account_getNonce", [alice.address]);
  const { nonce } = found as { nonce: number };
  const record = alice.records[nonce];
  if (!record) throw new Error("No record is left");
  return signTransaction(
    alice,
    spend(alice.address, record, { to: to ?? bob.address, value: 1n, nonce }),
  );
}
