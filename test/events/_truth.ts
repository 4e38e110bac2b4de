import type { StreamEvent } from "../../src/events/mod.ts";
import { readCursor } from "../../src/service/api/events/mod.ts";
import { type Notification, SocketClient } from "../service/server/websocket/_socket_client.ts";

/** Blocks and transactions of a service, read through connections without faults. */
export class Truth {
  readonly blocks: string[] = [];
  readonly transactions: string[] = [];
  readonly #cursors: { blocks: string; transactions: string };

  /** @param begin The cursor after which all events are read. */
  constructor(begin: string) {
    this.#cursors = { blocks: begin, transactions: begin };
  }

  /** Reads all events up to the newest block. */
  async learn(origin: string): Promise<void> {
    const client = await SocketClient.open(origin, "delta");
    const head = await headOf(origin);
    await client.subscribe("blocks", { after: this.#cursors.blocks });
    await client.subscribe("transactions", { after: this.#cursors.transactions });
    const received = (id: string): Notification[] =>
      client.events.filter(({ subscription }) => subscription === id);
    await client.until(() => {
      const blocks = received("s1").filter(({ result }) => !result["reorg"]);
      const transactions = received("s2").filter(({ result }) => !result["reorg"]);
      const count = blocks.reduce((sum, { result }) => sum + Number(result["txCount"]), 0);
      return blocks.at(-1)?.result["hash"] === head && transactions.length === count;
    });
    client.socket.terminate();
    this.blocks.push(...received("s1").map(describe));
    this.transactions.push(...received("s2").map(describe));
    this.#cursors.blocks = received("s1").at(-1)?.cursor ?? this.#cursors.blocks;
    this.#cursors.transactions = received("s2").at(-1)?.cursor ?? this.#cursors.transactions;
  }
}

/** An event as a string to compare: its sequence number in the log, and its content. */
export function textOfEvent(event: StreamEvent<"blocks" | "transactions">): string {
  const { cursor, data, reorg } = event;
  return text(cursor ?? "", reorg ?? undefined, data?.hash);
}

function describe({ cursor, result }: Notification): string {
  return text(cursor, result["reorg"] as Reorg | undefined, result["hash"]);
}

type Reorg = NonNullable<StreamEvent<"blocks">["reorg"]>;

function text(cursor: string, reorg: Reorg | undefined, hash: unknown): string {
  // A restart begins an epoch of the log, in which the same event has another cursor.
  const sequence = readCursor(cursor)?.sequence;
  return reorg
    ? `${sequence} reorg ${reorg.fromHeight} ${reorg.newHead}`
    : `${sequence} ${String(hash)}`;
}

async function headOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/delta/blocks?limit=1`);
  const { data } = (await answer.json()) as { data: { blocks: { hash: string }[] } };
  return data.blocks[0]?.hash ?? "";
}
