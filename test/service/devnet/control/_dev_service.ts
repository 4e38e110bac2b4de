import {
  createService,
  listen,
  type Listener,
  type LogEntry,
  type Service,
  type ServiceOptions,
} from "../../../../src/service/mod.ts";

/** The token of every service here. */
export const TOKEN = "token-of-the-tests";

/** A reply as it came. */
export interface Reply {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string };
}

/** A service with devnet control that listens and makes blocks only when told to. */
export interface DevService {
  readonly service: Service;
  readonly listener: Listener;
  readonly origin: string;
  readonly entries: LogEntry[];
  /** Sends a body to a segment's JSON-RPC URL, with the token and further headers. */
  post(segment: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Calls a method with the token; gives the reply. */
  call(segment: string, method: string, ...params: unknown[]): Promise<Reply>;
  /** The same; gives the result and throws an error reply. */
  dev(segment: string, method: string, ...params: unknown[]): Promise<unknown>;
}

/** Opens such a service. */
export async function openDevService(options: ServiceOptions = {}): Promise<DevService> {
  const entries: LogEntry[] = [];
  const service = await createService({
    segments: ["alpha", "delta"],
    history: 3,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    dev: { token: TOKEN },
    log: (entry) => entries.push(entry),
    ...options,
  });
  const listener = await listen(service, { port: 0, stopTimeout: 2_000 });
  const { origin } = listener;
  const post: DevService["post"] = (segment, body, headers = {}) =>
    fetch(`${origin}/rpc/${segment}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Dev-Token": TOKEN, ...headers },
      body: JSON.stringify(body),
    });
  const call: DevService["call"] = async (segment, method, ...params) => {
    const response = await post(segment, { jsonrpc: "2.0", id: 1, method, params });
    return (await response.json()) as Reply;
  };
  return {
    service,
    listener,
    origin,
    entries,
    post,
    call,
    async dev(segment, method, ...params) {
      const { result, error } = await call(segment, method, ...params);
      if (error) throw new Error(`${error.code}: ${error.data}`);
      return result;
    },
  };
}
