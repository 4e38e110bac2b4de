import type { StreamEvent } from "../../src/events/mod.ts";
import { readCursor } from "../../src/service/api/events/mod.ts";
import { type Notification, SocketClient } from "../service/server/websocket/_socket_client.ts";

/** Blocks and transactions of a service, read through connections without faults. */
export class Truth {
  readonly blocks: string[] = [];
  readonly transactions: string[] = [];
  readonly #cursors: { blocks: string; transactions: string };

  /** @param begin The cursor that everything is told since. */
  constructor(begin: string) {
    this.#cursors = { blocks: begin, transactions: begin };
  }

  /** Asks for all that was told up to the newest block, and for no more. */
  async learn(origin: string): Promise<void> {
    const client = await SocketClient.open(origin, "delta");
    const head = await headOf(origin);
    await client.subscribe("blocks", { after: this.#cursors.blocks });
    await client.subscribe("transactions", { after: this.#cursors.transactions });
    const told = (id: string): Notification[] =>
      client.events.filter(({ subscription }) => subscription === id);
    await client.until(() => {
      const blocks = told("s1").filter(({ result }) => !result["reorg"]);
      const transactions = told("s2").filter(({ result }) => !result["reorg"]);
      const count = blocks.reduce((sum, { result }) => sum + Number(result["txCount"]), 0);
      return blocks.at(-1)?.result["hash"] === head && transactions.length === count;
    });
    client.socket.terminate();
    this.blocks.push(...told("s1").map(textOfNotification));
    this.transactions.push(...told("s2").map(textOfNotification));
    this.#cursors.blocks = told("s1").at(-1)?.cursor ?? this.#cursors.blocks;
    this.#cursors.transactions = told("s2").at(-1)?.cursor ?? this.#cursors.transactions;
  }
}

/** An event as a text to compare: its place in the log, and what stands there. */
export function textOfEvent(event: StreamEvent<"blocks" | "transactions">): string {
  const { cursor, data, reorg } = event;
  return text(cursor ?? "", reorg ?? undefined, data?.hash);
}

function textOfNotification({ cursor, result }: Notification): string {
  return text(cursor, result["reorg"] as Reorg | undefined, result["hash"]);
}

type Reorg = NonNullable<StreamEvent<"blocks">["reorg"]>;

function text(cursor: string, reorg: Reorg | undefined, hash: unknown): string {
  // A restart begins an epoch of the log, in which the same place has another cursor.
  const place = readCursor(cursor)?.sequence;
  return reorg ? `${place} reorg ${reorg.fromHeight} ${reorg.newHead}` : `${place} ${String(hash)}`;
}

async function headOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/delta/blocks?limit=1`);
  const { data } = (await answer.json()) as { data: { blocks: { hash: string }[] } };
  return data.blocks[0]?.hash ?? "";
}
