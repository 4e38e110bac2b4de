import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";

/** Fault of a connection through the proxy. */
export type Fault =
  /** Nothing: bytes pass as they come. */
  | "none"
  /** It is ended at once. */
  | "refuse"
  /** It is reset after so many bytes of answers, which is mostly within a frame. */
  | "cut"
  /** After so many bytes of answers nothing passes either way, and it is never ended. */
  | "half-open"
  /** After so many bytes of answers requests are swallowed; answers go on. */
  | "drop"
  /** Answers come late, in order, and in pieces. */
  | "delay"
  /** Some frames of the service come twice. */
  | "duplicate";

/** The fault of a connection, and after how many bytes of answers it sets in. */
export interface FaultPlan {
  readonly fault: Fault;
  readonly after: number;
}

/** Else a small piece waits 40 ms for the acknowledgement of the one before, which are seconds of a manual clock. */
const PASS_AT_ONCE = { noDelay: true } as const;

/** Numbers from 0 to below 1 that follow from a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A TCP proxy in front of a service, whose connections suffer faults by a plan. */
export class FaultProxy {
  readonly #server: Server;
  readonly #plan: (connection: number) => FaultPlan;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Port of the service; a restarted one has another. */
  target: number;
  /** Number of connections hit by each fault. */
  readonly counts: Partial<Record<Fault, number>> = {};
  connections = 0;
  /** True while nothing passes on any connection; what came meanwhile is lost, so they are to be cut afterwards. */
  isStalled = false;

  private constructor(target: number, plan: (connection: number) => FaultPlan) {
    this.target = target;
    this.#plan = plan;
    this.#server = createServer(PASS_AT_ONCE, (client) => this.#accept(client));
  }

  /** Listens on a free port; `plan` is asked for each connection, counted from 0. */
  static async open(
    target: string,
    plan: (connection: number) => FaultPlan = () => ({ fault: "none", after: 0 }),
  ): Promise<FaultProxy> {
    const proxy = new FaultProxy(Number(new URL(target).port), plan);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets every connection there is. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    const plan = this.#plan(this.connections++);
    this.counts[plan.fault] = (this.counts[plan.fault] ?? 0) + 1;
    this.#keep(client);
    if (plan.fault === "refuse") return void client.resetAndDestroy();
    const service = connect({ port: this.target, host: "127.0.0.1", ...PASS_AT_ONCE });
    this.#keep(service);
    const pass = this.#passing(plan, client, service);
    client.on("data", (chunk) => pass.request(chunk));
    service.on("data", (chunk) => pass.answer(chunk));
    client.once("close", () => service.destroy());
    service.once("close", () => {
      // Whoever is half open never learns of the end.
      if (!pass.isDead()) client.destroy();
    });
  }

  #passing(
    { fault, after }: FaultPlan,
    client: Socket,
    service: Socket,
  ): { request(chunk: Buffer): void; answer(chunk: Buffer): void; isDead(): boolean } {
    let answered = 0;
    let queue = Promise.resolve();
    const frames = fault === "duplicate" ? new FrameDoubler() : undefined;
    const isStruck = (): boolean => answered >= after;
    const isDead = (): boolean => fault === "half-open" && isStruck();
    return {
      isDead,
      request: (chunk) => {
        if (this.isStalled || ((fault === "half-open" || fault === "drop") && isStruck())) return;
        service.write(chunk);
      },
      answer: (chunk) => {
        if (this.isStalled || isDead()) return;
        const room = Math.max(0, after - answered);
        answered += chunk.length;
        if ((fault === "cut" || fault === "half-open") && isStruck()) {
          client.write(chunk.subarray(0, room));
          if (fault === "cut") this.#later(1, () => client.resetAndDestroy());
          return;
        }
        if (fault !== "delay") {
          client.write(frames ? frames.pass(chunk) : chunk);
          return;
        }
        for (let at = 0; at < chunk.length; at += 4096) {
          const piece = chunk.subarray(at, at + 4096);
          queue = queue.then(() => this.#pause(2)).then(() => void client.write(piece));
        }
      },
    };
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#later(milliseconds, resolve));
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }
}

/** Sends each third text frame of a service twice; it masks none of them. */
class FrameDoubler {
  #rest: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #count = 0;

  pass(chunk: Buffer): Buffer {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const out: Buffer[] = [];
    if (!this.#isOpen) {
      const end = this.#rest.indexOf("\r\n\r\n");
      if (end === -1) return Buffer.alloc(0);
      out.push(this.#rest.subarray(0, end + 4));
      this.#rest = this.#rest.subarray(end + 4);
      this.#isOpen = true;
    }
    for (;;) {
      const length = frameLength(this.#rest);
      if (length === undefined || this.#rest.length < length) break;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      out.push(frame);
      const isText = ((frame[0] ?? 0) & 0x0f) === 1;
      if (isText && ++this.#count % 3 === 0) out.push(frame);
    }
    return Buffer.concat(out);
  }
}

/** Bytes of the frame that a buffer begins with; undefined if not enough of it is there. */
function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  if (short < 126) return 2 + short;
  if (short === 126) return bytes.length < 4 ? undefined : 4 + bytes.readUInt16BE(2);
  return bytes.length < 10 ? undefined : 10 + Number(bytes.readBigUInt64BE(2));
}
