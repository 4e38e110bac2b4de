import { ContractError, type ErrorContext } from "../errors/mod.ts";
import { notify } from "../notify.ts";
import { publicPart } from "../transport/internal.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { OperationInfo } from "../tables.ts";
import type { Rest } from "../rest/mod.ts";
import { isObject } from "../validation/mod.ts";
import { advanceByNumber, advanceByCursor } from "./_advance.ts";
import { once } from "./_page_queue.ts";
import { type PageAnswer, readPageAnswer, wholeInfo } from "./_page_answer.ts";
import { type ListName, writeToken } from "./_resume_token.ts";
import { stateWithin, type Taken, type WalkState } from "./_walk_state.ts";
import type { FetchOptions, ListId, ListOptions, ListSource, ListStep } from "./list_source.ts";
import type { Page, Shift } from "./page.ts";
import { ListWalk } from "./paged_list.ts";

/** A list and how it is read, for each of its pages. */
export interface ListRequest {
  readonly rest: Pick<Rest<ListId>, "ask">;
  readonly id: ListId;
  readonly info: OperationInfo;
  readonly path: readonly unknown[];
  /** A copy of the caller's query, which is validated when it is sent. */
  readonly query: unknown;
  readonly listName: ListName;
  /** Settings of the queue that prefetches pages. */
  readonly source: Pick<ListSource<never>, "prefetch" | "signal">;
  readonly defaults: Page<unknown>["defaults"];
  readonly call: CallOptions;
  readonly onShift: ListOptions["onShift"] | undefined;
  readonly onProgress: ListOptions["onProgress"] | undefined;
  /** Called with the error of a page, except for an abort. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Consecutive pages without a new item after which a walk fails: the list grows by more than a page per request. */
const MAX_MISSES = 50;

/** Fetches pages until one has a new item or the list ends. */
export async function fetchStep<Item>(
  request: ListRequest,
  begin: WalkState,
  { signal = request.call.signal ?? undefined, wanted }: FetchOptions,
): Promise<ListStep<Item>> {
  const { rest, id, info, path, query } = request;
  // The caller's priority holds for prefetched pages too; without one, they are `backfill` until they are wanted.
  const { priority = wanted && "backfill" } = request.call;
  const call = { ...request.call, signal, priority };
  const raised = request.call.priority === undefined ? wanted : undefined;
  let before = begin;
  let answer: PageAnswer = { items: [], keys: [], info: {} };
  let taken: Taken = { fresh: [], after: begin };
  try {
    while (taken.fresh.length === 0 && !taken.after.hasEnded) {
      before = taken.after;
      const args = [...path, queryAt(before, query, info)];
      const { data, context, response } = await rest.ask(id, args as never, call, raised);
      answer = { ...readPageAnswer(data, info, context), response: publicPart(response) };
      taken = (info.cursor ? advanceByCursor : advanceByNumber)(before, answer);
      if (taken.after.misses >= MAX_MISSES) throw tooFast(info, context);
    }
  } catch (error) {
    if (!signal?.aborted) request.onError?.(error);
    throw error;
  }
  return listStep(request, begin, before, answer, taken);
}

function tooFast({ cursor }: OperationInfo, context: ErrorContext): ContractError {
  const path = cursor?.next ?? "pagination.totalItems";
  const message = `expected another item or the end of the list within ${MAX_MISSES} pages`;
  return new ContractError([{ path, message }], context);
}

/** The query of the next page; the first page has the query of the caller. */
function queryAt({ page, cursor }: WalkState, query: unknown, info: OperationInfo): unknown {
  if (query !== undefined && !isObject(query)) return query;
  if (info.cursor)
    return cursor === undefined ? query : { ...query, [info.cursor.parameter]: cursor };
  return page === Number(query?.["page"] ?? 1) ? query : { ...query, page };
}

function listStep<Item>(
  request: ListRequest,
  begin: WalkState,
  before: WalkState,
  answer: PageAnswer,
  taken: Taken,
): ListStep<Item> {
  const { fresh, after } = taken;
  const { listName, source, defaults, onShift, onProgress } = request;
  const { shift, yielded: done, total, requests } = after;
  const items = fresh.map((index) => answer.items[index]) as Item[];
  const hasNext = !after.hasEnded;
  const progress = { done, total, requests };
  const tokenAfter = (count: number): string =>
    writeToken(listName, stateWithin(before, answer, taken, count));
  const fetchNext = (options: FetchOptions): Promise<ListStep<Item>> =>
    fetchStep(request, after, options);
  const page: Page<Item> = {
    items,
    pagination: wholeInfo(answer.info),
    hasNext,
    shift,
    defaults,
    response: answer.response,
    get resumeToken() {
      return tokenAfter(items.length);
    },
    next: once(async () => {
      if (!hasNext) return undefined;
      const next = await fetchNext({});
      next.report();
      return next.page;
    }),
    [Symbol.asyncIterator]: () => new ListWalk<Item>(async () => self),
  };
  const self: ListStep<Item> = {
    ...source,
    page,
    progress,
    tokenAfter,
    advance: fetchNext,
    report() {
      notify(() => onProgress?.(progress));
      if (hasGrown(shift, begin.shift)) notify(() => onShift?.(shift));
    },
  };
  return self;
}

function hasGrown(shift: Shift, before: Shift): boolean {
  return shift.duplicates > before.duplicates || shift.mayHaveGaps !== before.mayHaveGaps;
}
