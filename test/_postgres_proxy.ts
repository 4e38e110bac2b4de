import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Milliseconds that answers are held while round trips are counted, so that all that is sent before them is seen first. */
const HELD = 10;

/** Messages of a client that are answered with "ready for query": a simple query and a sync. */
const ASKS = new Set(["Q", "S"]);

/** Messages whose text is read: statements by their text, prepared and run, and the command that was done. */
const READ = new Set(["Q", "P", "B", "C"]);
/** Most bytes of them. */
const LONGEST = 4_000;

/** A TCP proxy in front of a PostgreSQL that reads along: it loses answers of commits, counts round trips and lists statements. */
export class PostgresProxy {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  /** Decides of each answer of a `COMMIT` whether it is lost, and its connection with it; what was committed stays. */
  loses: () => boolean = () => false;
  /** Called instead of passing the next `COMMIT` on. */
  insteadOfCommit: (() => void) | undefined;
  /** Answers of commits that were lost. */
  lost = 0;
  /** Round trips so far that had to follow one another; undefined while they are not counted. */
  #trips: number | undefined;
  /** Texts of the statements that were run; undefined while they are not listed. */
  #statements: string[] | undefined;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  /** Listens on a free port in front of the server of a URL. */
  static async open(url: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(Number(new URL(url).port));
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The URL of a database through the proxy. */
  through(url: string): string {
    const own = new URL(url);
    own.port = String((this.#server.address() as AddressInfo).port);
    return own.href;
  }

  /** Loses the answers of the next commits. */
  loseNext(count = 1): void {
    const all = this.lost + count;
    this.loses = () => this.lost < all;
  }

  /** Counts the round trips of some work: what is sent before an answer has come is one with what is answered. */
  async countTrips(work: () => Promise<unknown>): Promise<number> {
    this.#trips = 0;
    try {
      await work();
      return this.#trips;
    } finally {
      this.#trips = undefined;
    }
  }

  /** Lists the texts of the statements that clients run during some work, those that contain `part` alone. */
  async listStatements(part: string, work: () => Promise<unknown>): Promise<string[]> {
    const listed = (this.#statements = []) as string[];
    try {
      await work();
      return listed.filter((text) => text.includes(part));
    } finally {
      this.#statements = undefined;
    }
  }

  /** Ends every connection on both sides. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), "close");
    this.cutAll();
    await closed;
  }

  #accept(client: Socket): void {
    const server = connect(this.#target, "127.0.0.1");
    for (const socket of [client, server]) {
      this.#sockets.add(socket.setNoDelay());
      socket.on("error", () => undefined);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    /** The trip that each question belongs to whose answer has not come. */
    const asked: (number | undefined)[] = [];
    /** Texts of its prepared statements, by name. */
    const prepared = new Map<string, string>();
    const fromClient = new Messages(true);
    const fromServer = new Messages(false);
    client.on("data", (chunk: Buffer) => {
      const messages = fromClient.read(chunk);
      for (const { type } of messages)
        if (ASKS.has(type)) asked.push(this.#trips === undefined ? undefined : this.#trips + 1);
      for (const { type, text } of messages) {
        const [first = "", second = ""] = text.split("\0", 2);
        if (type === "P") prepared.set(first, second);
        if (type === "B") this.#statements?.push(prepared.get(second) ?? "");
        if (type === "Q") this.#statements?.push(first);
      }
      const { insteadOfCommit } = this;
      if (insteadOfCommit && messages.some(isCommit)) {
        this.insteadOfCommit = undefined;
        insteadOfCommit();
      } else server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      const messages = fromServer.read(chunk);
      if (messages.some(isCommit) && this.loses()) {
        this.lost++;
        client.resetAndDestroy();
        return;
      }
      const answered = messages.filter(({ type }) => type === "Z").length;
      const deliver = (): void => {
        for (const trip of asked.splice(0, answered))
          if (this.#trips !== undefined && trip !== undefined)
            this.#trips = Math.max(this.#trips, trip);
        client.write(chunk);
      };
      if (this.#trips === undefined) deliver();
      else setTimeout(deliver, HELD);
    });
  }
}

interface Message {
  readonly type: string;
  readonly text: string;
}

/** Tells a query of a client, or what answers it. */
function isCommit({ type, text }: Message): boolean {
  return (type === "Q" || type === "C") && text === "COMMIT\0";
}

/** Takes the stream of one side apart. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);
  /** A client begins with a message without a type. */
  #isStart: boolean;

  constructor(isClient: boolean) {
    this.#isStart = isClient;
  }

  read(chunk: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const from = this.#isStart ? 0 : 1;
      if (this.#rest.length < from + 4) return messages;
      const end = from + this.#rest.readUInt32BE(from);
      if (this.#rest.length < end) return messages;
      const type = this.#isStart ? "" : String.fromCharCode(this.#rest[0] ?? 0);
      const last = READ.has(type) ? Math.min(end, from + 4 + LONGEST) : 0;
      messages.push({ type, text: this.#rest.toString("latin1", from + 4, last) });
      this.#rest = this.#rest.subarray(end);
      this.#isStart = false;
    }
  }
}
