import type { Client } from "../../src/mod.ts";
import { connectTo } from "../_client.ts";

/** A transaction as far as the tests look at it. */
export interface FakeItem {
  readonly hash: string;
}

/** A request to a fake service. */
export interface FakeRequest {
  readonly page: number;
  readonly limit: number;
  /** Number of the request, from 0. */
  readonly count: number;
  readonly signal: AbortSignal;
}

/** A client of delta whose list of transactions is answered by `answer` with the data of a page. */
export function connectToList(answer: (request: FakeRequest) => object | Promise<object>): {
  client: Client<"delta">;
  /** Pages asked for, in order. */
  asked: number[];
} {
  const asked: number[] = [];
  async function respond(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const page = Number(query.get("page") ?? 1);
    asked.push(page);
    const limit = Number(query.get("limit") ?? 20);
    const data = await answer({ page, limit, count: asked.length - 1, signal: request.signal });
    return Response.json({ success: true, data, meta: { timestamp: 1, requestId: "r" } });
  }
  const { client } = connectTo("delta", respond, { tier: "Enterprise" });
  return { client, asked };
}

/** The data of a page of `items`, as the documents have it. */
export function pageOf(items: readonly FakeItem[], page: number, limit: number): object {
  const totalItems = items.length;
  const totalPages = Math.ceil(totalItems / limit);
  const transactions = items.slice((page - 1) * limit, page * limit);
  return { transactions, pagination: { page, limit, totalItems, totalPages } };
}

/** Items by number, newest first: `count - 1` down to 0. */
export function newestFirst(count: number): FakeItem[] {
  return Array.from({ length: count }, (_, index) => ({ hash: `0x${count - 1 - index}` }));
}
