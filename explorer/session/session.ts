import { type Client, createClient, type Segment } from "alphadelta";
import { createTransport, type Transport } from "alphadelta/transport";
import { CallLog } from "./call_log.ts";
import { sharedQuotas } from "./quota_store.ts";
import { recordCalls } from "./record_calls.ts";
import { recordingFetch } from "./recording_fetch.ts";
import { sharedSockets } from "./shared_socket.ts";
import { Upstreams } from "./upstreams.ts";
import { WaitingCalls } from "./waiting_calls.ts";

/** Milliseconds that a call of a view may take, waits for the rate limit and retries included. */
const DEADLINE = 20_000;

/** Part of the day's quota that is left to what the reader opens. */
const RESERVE = 0.1;

/** Everything that is asked of one endpoint with one key: clients, and tabs, that share a rate limit. */
export class Session {
  readonly endpoint: string;
  readonly hasKey: boolean;
  readonly waiting = new WaitingCalls();
  readonly upstreams: Upstreams;
  readonly #apiKey: string | undefined;
  readonly #logs = new Set<CallLog>();
  /** Sends as the browser does, noted in the logs. */
  readonly fetch = recordingFetch(this.#logs, (response) => this.#learn(response));
  /** Whether the service has told of a limit; undefined before its first answer. */
  #isLimited: boolean | undefined;
  #transport: Transport;

  /** @param apiKey Shown to `endpoint` alone. */
  constructor(endpoint: string, apiKey?: string) {
    this.endpoint = endpoint;
    this.upstreams = new Upstreams(endpoint);
    this.hasKey = apiKey !== undefined;
    this.#apiKey = apiKey;
    this.#transport = this.#open();
  }

  #open(tier?: "Enterprise"): Transport {
    return createTransport({
      apiKey: this.#apiKey,
      deadline: DEADLINE,
      fetch: (input, init) => this.fetch(input, init),
      hooks: this.waiting.hooks,
      // Nothing is counted, so there is nothing to share.
      store: tier ? undefined : sharedQuotas(this.#apiKey),
      tier,
    });
  }

  /** Without limits in the answers, calls are not paced any more. */
  #learn(response: Response): void {
    const { status, ok, headers } = response;
    this.upstreams.learn(response);
    if (status === 429 || headers.has("RateLimit-Policy")) this.#isLimited = true;
    if (this.#isLimited !== undefined || !ok) return;
    this.#isLimited = false;
    this.#transport = this.#open("Enterprise");
  }

  /** Sends once the rate limit admits it. */
  get pacedFetch(): Transport["fetch"] {
    return this.#transport.fetch;
  }

  /** A client of a segment; its calls are noted in `log`. */
  client<S extends Segment>(segment: S, log: CallLog): Client<S> {
    const client = createClient(segment, {
      endpoints: this.endpoint,
      transport: {
        ...this.#transport,
        call: (call, options) => this.#transport.call(call, options),
      },
      apiKey: this.#apiKey,
      events: { webSocket: sharedSockets() },
    });
    return recordCalls(client as unknown as Client, log) as unknown as Client<S>;
  }

  /** Begins a log; `close` ends it. */
  openLog(): { readonly log: CallLog; readonly close: () => void } {
    const log = new CallLog();
    this.#logs.add(log);
    return { log, close: () => void this.#logs.delete(log) };
  }

  /** Remaining budget; undefined of a service that tells of no limit. */
  budget(): ReturnType<Transport["budget"]> | undefined {
    return this.#isLimited ? this.#transport.budget(this.endpoint) : undefined;
  }

  /** False once so little of the day's quota is left that the reader needs it. */
  hasSpare(): boolean {
    const day = this.budget()?.day;
    return !day || day.remaining >= day.limit * RESERVE;
  }
}
