import { type DevAccount, signTransaction } from "../../../src/devnet/mod.ts";
import { createService, type Service, type ServiceOptions } from "../../../src/service/mod.ts";

/** Processes of a fleet on the segment delta, which are closed together. */
export class Fleet {
  readonly #options: ServiceOptions;
  readonly #services: Service[] = [];

  /** @param options Of each process, beside or in place of the usual ones. */
  constructor(options: ServiceOptions = {}) {
    this.#options = options;
  }

  /** Opens a process on a database. */
  async open(store: string, options: ServiceOptions = {}): Promise<Service> {
    const service = await createService({
      segments: ["delta"],
      history: 5,
      mode: "manual",
      traffic: false,
      keylessTier: "Enterprise",
      store,
      log: () => undefined,
      ...this.#options,
      ...options,
    });
    this.#services.push(service);
    return service;
  }

  async close(): Promise<void> {
    await Promise.all(this.#services.splice(0).map((service) => service.close()));
  }
}

/** A reply of JSON-RPC. */
export interface Reply {
  readonly result?: {
    readonly status?: string;
    readonly blockNumber?: number;
    readonly transactions?: readonly string[];
  };
  readonly error?: { readonly code: number };
}

/** Calls a method at a process. */
export async function call(
  service: Service,
  method: string,
  params: readonly unknown[] = [],
): Promise<Reply> {
  const answer = await post(service, "/rpc/delta", { jsonrpc: "2.0", id: 1, method, params });
  return answer.json();
}

/** Submits a transfer of an account to itself; returns its status, or the code of the error. */
export async function send(
  service: Service,
  account: DevAccount<"delta">,
  nonce: number,
): Promise<string | number | undefined> {
  const transfer = { type: "transfer", to: account.address, value: 1n, nonce } as const;
  const { signedTx } = await signTransaction(account, transfer);
  const { result, error } = await call(service, "tx_sendRawTransaction", [signedTx]);
  return result?.status ?? error?.code;
}

/** A new key of a process. */
export async function requestKey(service: Service): Promise<string> {
  const answer = await post(service, "/v1/keys", { email: "reader@example.org" });
  return (await answer.json()).data.apiKey;
}

async function post(service: Service, path: string, body: unknown): Promise<Response> {
  return service.fetch(`http://fleet.test${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
