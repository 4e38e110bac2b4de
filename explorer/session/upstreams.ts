import { Store } from "../values/store.ts";

/** An upstream of a gateway, for one segment. */
interface Upstream {
  /** Origin. */
  readonly url: string;
  readonly isUsed: boolean;
  readonly isWorking: boolean;
  readonly height?: number;
}

/** The state of a segment at a gateway. */
export interface GatewayState {
  readonly height?: number;
  /** Seconds since a block came or went. */
  readonly headAge: number;
  readonly events: "live" | "polled" | "interrupted";
  readonly upstreams: readonly Upstream[];
}

/** The answer of `/readyz` to programs, as far as it is read here. */
interface Readiness {
  readonly segments?: Readonly<Record<string, { readonly gateway?: GatewayState } | undefined>>;
}

/** Milliseconds between looks. */
const INTERVAL = 3_000;

/** The upstreams of a gateway. Other services are not asked: only the answers of a gateway say that they were cached. */
export class Upstreams {
  /** By segment; undefined where nothing is known of an upstream. */
  readonly state = new Store<Readonly<Record<string, GatewayState | undefined>>>({});
  /** True while answers come from the cache because no upstream answers. */
  readonly isStale = new Store(false);
  readonly #isGateway = new Store(false);
  readonly #endpoint: string;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Learns from an answer whether it is one of a gateway. */
  learn({ headers }: Pick<Response, "headers">): void {
    const status = headers.get("Cache-Status");
    if (status === null) return;
    this.isStale.set(status.includes("fwd=stale"));
    this.#isGateway.set(true);
  }

  /** Looks now and then while the page is visible; returns what ends that. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const look = async (): Promise<void> => {
      const isKnown = document.visibilityState === "hidden" || (await this.#look());
      if (isKnown && !isEnded) timer = setTimeout(() => void look(), INTERVAL);
    };
    const begin = (): void => void (this.#isGateway.value && look());
    begin();
    const unsubscribe = this.#isGateway.subscribe(begin);
    return () => {
      isEnded = true;
      unsubscribe();
      clearTimeout(timer);
    };
  }

  /** Reads the state; false of a service that tells of none. */
  async #look(): Promise<boolean> {
    try {
      // It costs nothing of the rate limit.
      const headers = { Accept: "application/json" };
      const response = await fetch(`${this.#endpoint}/readyz`, { headers });
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) return false;
      const { segments = {} } = (await response.json()) as Readiness;
      const known = Object.entries(segments).map(([name, one]) => [name, one?.gateway] as const);
      this.state.set(Object.fromEntries(known));
    } catch {
      // The page tells by other means that the service cannot be reached.
    }
    return true;
  }
}
