import { once } from "node:events";
import { connect } from "node:net";
import { WebSocket } from "ws";
import { LIMITS } from "../../../../src/generated/limits.gen.ts";
import type {
  ServiceMethods,
  ServiceSimplifiedCalls,
  ServiceSocketMethods,
} from "../../../../src/generated/service/methods.gen.ts";
import type { OperationId } from "../../../../src/generated/service/operations.gen.ts";
import { formatAddress } from "../../../../src/units/mod.ts";
import type { Kind } from "./_held.ts";
import { type HeldFacts, TOKEN } from "./_held_service.ts";

type Kinds = Readonly<Record<string, Kind>>;

type Segment = "alpha" | "delta";

/** Addresses that nobody has, twice as many as a filter may have. */
const NOBODY = Array.from({ length: 2 * LIMITS.addressesPerSubscription }, (_, index) => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(0, Math.imul(index + 1, 2_654_435_761));
  new DataView(bytes.buffer).setUint32(16, index + 1);
  return formatAddress({ prefix: "dx", bytes });
});
const SOME = NOBODY.slice(0, LIMITS.addressesPerSubscription);
const OTHERS = NOBODY.slice(LIMITS.addressesPerSubscription);

const HASH = `0x${"ab".repeat(32)}`;

/** A call of JSON-RPC as JSON. */
function callOf(method: string, params: readonly unknown[], id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** The largest batch, of the same call, or of calls by their place. */
function batchOf(call: (index: number) => string): string {
  return `[${Array.from({ length: LIMITS.batchCalls }, (_, index) => call(index)).join(",")}]`;
}

/** A body as large as it may be, of as many items as there is room for. */
function fill(open: string, item: (index: number) => string, close: string): string {
  const items: string[] = [];
  let left = LIMITS.bodyBytes - open.length - close.length;
  for (let index = 0; left > 0; index++) {
    const next = item(index);
    left -= next.length + 1;
    if (left > 0) items.push(next);
  }
  return open + items.join(",") + close;
}

/** The requests of each kind that a service takes, each as large as it may be. */
export class Requests {
  readonly #facts: HeldFacts;

  constructor(facts: HeldFacts) {
    this.#facts = facts;
  }

  /** Every operation of REST; the type makes each one mandatory. */
  operations(segment: Segment): Kinds {
    const { most, largest, hash, transaction, address } = this.#facts.chains[segment];
    const list = "limit=100";
    const paths: Readonly<Record<Exclude<OperationId, "requestKey">, readonly string[]>> = {
      getChainInfo: ["/chain/info"],
      getChainStats: ["/chain/stats"],
      listBlocks: [`/blocks?${list}`],
      getBlock: [`/blocks/${most}`, `/blocks/${hash}`],
      listBlockTransactions: [most, largest].map((at) => `/blocks/${at}/transactions?${list}`),
      getTransaction: [`/transactions/${transaction}`],
      listTransactions: ["", "&type=transfer", `&address=${address}`].map(
        (filter) => `/transactions?${list}${filter}`,
      ),
      getAccount: [`/accounts/${address}`],
      listAccountTransactions: [`/accounts/${address}/transactions?${list}`],
      listAccountTokens: [`/accounts/${address}/tokens`],
      getToken: [`/tokens/${address}`],
      listValidators: [`/validators?${list}`],
      getValidator: [`/validators/${address}`],
      listProposals: ["", "&status=active"].map(
        (filter) => `/governance/proposals?${list}${filter}`,
      ),
      getProposal: ["/governance/proposals/1"],
    };
    const named = Object.entries(paths).flatMap(([id, all]) =>
      all.map((path): [string, Kind] => [
        `${id} of ${segment}, ${path.replace(address, "A").replace(/0x\w+/, "H")}`,
        this.#get(`/v1/${segment}${path}`),
      ]),
    );
    return Object.fromEntries(named);
  }

  /** A batch of each method of JSON-RPC; the type makes each one mandatory. */
  methods(segment: Segment): Kinds {
    const chain = this.#facts.chains[segment];
    const { most, largest, hash, transaction, address } = chain;
    const params: Readonly<Record<keyof ServiceMethods, readonly (readonly unknown[])[]>> = {
      chain_getInfo: [[]],
      chain_getBlockByNumber: [
        [most, true],
        [largest, true],
        [most, false],
      ],
      chain_getBlockByHash: [[hash, false]],
      account_getBalance: [[address, "latest"]],
      account_getNonce: [[address]],
      tx_sendRawTransaction: [],
      tx_getTransaction: [[transaction]],
      tx_getTransactionReceipt: [[transaction]],
      alpha_getRecord: [[HASH]],
      alpha_getSerialNumber: [[HASH]],
      delta_getStake: [[address]],
      delta_getValidator: [[address]],
    };
    const named = Object.entries(params).flatMap(([method, all]) =>
      all.map((one): [string, Kind] => [
        `100 ${method} of ${segment}, ${one.join(" ").replace(address, "A").replaceAll(/0x\w+/g, "H")}`,
        this.#call(
          segment,
          batchOf((id) => callOf(method, one, id)),
        ),
      ]),
    );
    return {
      ...Object.fromEntries(named),
      [`one block in full of ${segment}`]: this.#call(
        segment,
        callOf("chain_getBlockByNumber", [most, true]),
      ),
      [`100 blocks in full of ${segment} on a WebSocket`]: this.#send(
        segment,
        batchOf((id) => callOf("chain_getBlockByNumber", [most, true], id)),
      ),
    };
  }

  /** Submissions that are accepted, each once, and a simplified call of each name; the type makes each one mandatory. */
  submissions(segment: Segment): Kinds {
    const { signed, transaction, address } = this.#facts.chains[segment];
    const [{ length } = ""] = signed;
    const together = Math.min(LIMITS.batchCalls, Math.floor(LIMITS.bodyBytes / (length + 100)), 8);
    const simplified: Readonly<Record<keyof ServiceSimplifiedCalls, readonly unknown[]>> = {
      getBalance: [address],
      getTransaction: [transaction],
    };
    let begun = 0;
    return {
      [`submissions of ${segment}`]: {
        send: () => {
          const some = signed.slice(begun, (begun += together));
          const calls = some.map((one, id) => callOf("tx_sendRawTransaction", [one], id));
          return this.#post(`/rpc/${segment}`, `[${calls.join(",")}]`);
        },
      },
      ...Object.fromEntries(
        Object.entries(simplified).map(([method, params]) => [
          `${method} of ${segment}`,
          this.#call(segment, JSON.stringify({ method, params })),
        ]),
      ),
    };
  }

  /** Bodies of 1 MiB that are long to read, and refused at last. */
  bodies(): Kinds {
    const nonce = '{"jsonrpc":"2.0","id":1,"method":"account_getNonce","params":';
    const short = (index: number): string => `"${index.toString(36)}":1`;
    const text = (length: number, of: string): string =>
      of.repeat(Math.floor((length - 200) / Buffer.byteLength(of)));
    const all = LIMITS.bodyBytes;
    const bodies = {
      numbers: fill("[", () => "1", "]"),
      objects: fill("[", (index) => `{${short(index)}}`, "]"),
      members: fill("{", short, "}"),
      "empty lists as parameters": fill(`${nonce}[`, () => "[]", "]}"),
      "members of a parameter": fill(`${nonce}[{`, short, "}]}"),
      "one string": `${nonce}["${text(all, "a")}"]}`,
      "one string of marks that are shown escaped": `${nonce}["${text(all, "\u200b")}"]}`,
      "one transaction": callOf("tx_sendRawTransaction", [`0x${text(all, "ab")}`]),
      "one number": `[${text(all, "1")}]`,
      brackets: `${text(all / 2, "[")}${text(all / 2, "]")}`,
      "escapes, cut short": `[${text(all, '"\\u0041",')}`,
      spaces: " ".repeat(all),
      "100 calls with long ids": batchOf(() => callOf("chain_getInfo", [], "x".repeat(10_000))),
      "items, as many as there may be": `${nonce}[[${Array(LIMITS.jsonItems - 2)
        .fill('"a"')
        .join(",")}]]}`,
    };
    const keys = {
      "one email": JSON.stringify({ email: text(all, "a") }),
      "one email of many parts": JSON.stringify({ email: `a@${text(all, "a.")}b` }),
      "a list as email": fill('{"email":[', (index) => `{${short(index)}}`, "]}"),
      "further members": fill('{"email":"a@b.example",', short, "}"),
      "an email": JSON.stringify({ email: "a@b.example" }),
    };
    return Object.fromEntries([
      ...Object.entries(bodies).flatMap(([name, body]): [string, Kind][] => [
        [`a body of ${name}`, this.#call("delta", body)],
        [`a message of ${name}`, this.#send("delta", body)],
      ]),
      ...Object.entries(keys).map(([name, body]): [string, Kind] => [
        `a key request with ${name}`,
        { send: () => this.#post("/v1/keys", body) },
      ]),
    ]);
  }

  /** Every method of subscriptions; the type makes each one mandatory. */
  subscriptions(): Kinds {
    const watch = (addresses: readonly string[], id: unknown = 1): string =>
      callOf("chain_subscribe", ["transactions", { addresses }], id);
    const watching = async (times = 1): Promise<WebSocket> => {
      const socket = await this.#open("delta");
      for (let made = 0; made < times; made++) await ask(socket, watch(SOME));
      return socket;
    };
    const onWatching = (text: string): Kind => {
      let socket: WebSocket;
      return {
        prepare: async () => {
          socket = await watching();
          return () => socket.terminate();
        },
        send: () => ask(socket, text),
      };
    };
    const methods: Readonly<Record<keyof ServiceSocketMethods, Kinds>> = {
      chain_subscribe: {
        "a list of 10,000 addresses": this.#send("delta", watch(SOME)),
        "the same list as another connection": onWatching(watch(SOME)),
        "20,000 addresses, which are refused": this.#send("delta", watch(NOBODY)),
        "10,000 addresses, the last one twice": this.#send(
          "delta",
          watch([...SOME.slice(1), SOME.at(-1) ?? ""]),
        ),
        "a batch of 100 lists of addresses": this.#send(
          "delta",
          batchOf((index) => watch(NOBODY.slice(index * 200, (index + 1) * 200), index)),
        ),
      },
      chain_updateSubscription: {
        "10,000 addresses in place of 10,000": onWatching(
          callOf("chain_updateSubscription", ["s1", { add: OTHERS, remove: SOME }]),
        ),
      },
      chain_unsubscribe: { "the end of a list": onWatching(callOf("chain_unsubscribe", ["s1"])) },
    };
    let leaving: WebSocket;
    return {
      ...Object.assign({}, ...Object.values(methods)),
      "a connection that leaves with 100,000 addresses": {
        prepare: async () => {
          leaving = await watching(LIMITS.addressesPerConnection / SOME.length);
          return () => undefined;
        },
        send: async () => {
          leaving.terminate();
          await new Promise((resolve) => setTimeout(resolve, 100));
        },
      },
      "1,000 messages in one packet": this.#messages(1_000),
    };
  }

  /** Replays of all there is, one and as many as a connection may have. */
  replays(segment: Segment): Kinds {
    const replay = async (subscriptions: number, events: number): Promise<void> => {
      const socket = await this.#open(segment);
      const begun = await ask(socket, callOf("chain_subscribe", ["blocks"]));
      const { result } = JSON.parse(begun) as { result: { oldest: string } };
      const after = { after: result.oldest };
      const calls = Array.from({ length: subscriptions }, (_, id) =>
        callOf("chain_subscribe", ["transactions", after], id),
      );
      const got = take(socket, events);
      socket.send(`[${calls.join(",")}]`);
      await got;
      socket.terminate();
    };
    const most = LIMITS.subscriptionsPerConnection - 1;
    return {
      [`a replay of ${segment}`]: { send: () => replay(1, 1_400) },
      [`${most} replays of ${segment}`]: { send: () => replay(most, 10_000) },
    };
  }

  /** Pages, requests with long heads, and many requests in one packet. */
  others(): Kinds {
    const paths = [
      "/",
      "/docs",
      "/openapi.json",
      "/asyncapi.json",
      "/llms-full.txt",
      "/metrics",
      "/readyz",
    ];
    const page = "/v1/alpha/transactions?limit=100";
    return {
      ...Object.fromEntries(paths.map((path) => [`the page ${path}`, this.#get(path)])),
      "a long query": this.#get(`/v1/delta/blocks?${"limit=1&".repeat(1_800)}`),
      "a long path": this.#get(`/v1/delta/blocks/${"%61".repeat(5_000)}`),
      "a long list of tags": this.#get("/v1/delta/blocks", {
        "If-None-Match": 'W/"a",'.repeat(2_000),
      }),
      "90 pages in one packet": { send: () => this.#pipeline(page, 90) },
    };
  }

  /** What the operator of a devnet asks for. */
  control(): Kinds {
    const mine = callOf("dev_mine", [500]);
    const headers = { "X-Dev-Token": TOKEN };
    return { "500 blocks mined": { send: () => this.#post("/rpc/delta", mine, headers) } };
  }

  #get(path: string, headers: Readonly<Record<string, string>> = {}): Kind {
    return {
      send: async () => {
        const response = await fetch(this.#facts.origin + path, { headers });
        await response.arrayBuffer();
        if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
      },
    };
  }

  #call(segment: Segment, body: string): Kind {
    return { send: () => this.#post(`/rpc/${segment}`, body) };
  }

  async #post(
    path: string,
    body: string,
    further: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const headers = { "Content-Type": "application/json", ...further };
    const response = await fetch(this.#facts.origin + path, { method: "POST", headers, body });
    await response.arrayBuffer();
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
  }

  /** A message on a WebSocket of its own. */
  #send(segment: Segment, text: string): Kind {
    let socket: WebSocket;
    return {
      prepare: async () => {
        socket = await this.#open(segment);
        return () => socket.terminate();
      },
      send: () => ask(socket, text),
    };
  }

  #messages(count: number): Kind {
    return {
      send: async () => {
        const socket = await this.#open("delta");
        const got = take(socket, count);
        const { _socket: raw } = socket as unknown as { _socket: { cork(): void; uncork(): void } };
        raw.cork();
        for (let id = 0; id < count; id++) socket.send(callOf("chain_getInfo", [], id));
        raw.uncork();
        await got;
        socket.terminate();
      },
    };
  }

  async #pipeline(path: string, count: number): Promise<void> {
    const { hostname, port } = new URL(this.#facts.origin);
    const socket = connect(Number(port), hostname);
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n`;
    socket.write(`${request}\r\n`.repeat(count - 1) + `${request}Connection: close\r\n\r\n`);
    socket.resume();
    await once(socket, "close");
  }

  async #open(segment: Segment): Promise<WebSocket> {
    const url = `${this.#facts.origin.replace("http", "ws")}/ws/${segment}`;
    const socket = new WebSocket(url, { maxPayload: 2 ** 30 });
    await once(socket, "open");
    return socket;
  }
}

/** Sends a text, and resolves to the next message. */
async function ask(socket: WebSocket, text: string): Promise<string> {
  const got = once(socket, "message");
  socket.send(text);
  return String((await got)[0]);
}

/** Resolves once so many messages have come. */
function take(socket: WebSocket, count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    socket.on("message", () => --left === 0 && resolve());
  });
}
