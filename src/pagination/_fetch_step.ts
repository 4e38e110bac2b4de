import { ContractError } from "../errors/mod.ts";
import { notify, publicPart } from "../transport/mod.ts";
import type { OperationInfo } from "../generated/tables.gen.ts";
import { advance } from "./_advance.ts";
import { advanceByCursor } from "./_advance_by_cursor.ts";
import { fieldsOf, type ListRequest } from "./_list_request.ts";
import { readPageAnswer, wholeInfo } from "./_page_answer.ts";
import type { ListSettings } from "./_read_list_options.ts";
import { writeToken } from "./_resume_token.ts";
import type { Standing } from "./_standing.ts";
import { type Step, standWithin } from "./_step.ts";
import type { FetchOptions, ListStep } from "./list_source.ts";
import type { Page } from "./page.ts";

/** Requests in a row that give nothing after which a walk fails: the list grows by more than a page between any two. */
const MOST_MISSES = 50;

const GROWS_TOO_FAST = `expected a list that grows by less than a page between requests, in ${MOST_MISSES} of them`;

/** Fetches until a page gives something or the list ends. */
export async function fetchStep<Item>(
  request: ListRequest,
  begin: Standing,
  how: FetchOptions,
): Promise<ListStep<Item>> {
  if (begin.hasEnded) return stepOf(request, emptyStep(begin));
  const { signal = request.settings.call.signal ?? undefined } = how;
  try {
    let step = await fetchPage(request, begin, { ...how, signal });
    while (step.fresh.length === 0 && !step.after.hasEnded) {
      // oxlint-disable-next-line no-await-in-loop -- which page is next follows from this one
      step = await fetchPage(request, step.after, { ...how, signal });
    }
    return stepOf(request, step);
  } catch (error) {
    if (!signal?.aborted) request.onError?.(error);
    throw error;
  }
}

async function fetchPage(
  { rest, id, info, path, query, settings }: ListRequest,
  standing: Standing,
  { signal, isAhead }: FetchOptions,
): Promise<Step> {
  const args = [...path, queryAt(standing, query, info)];
  const priority = isAhead ? "backfill" : settings.call.priority;
  const options = { ...settings.call, signal, priority };
  const { data, context, response } = await rest.ask(id, args as never, options);
  const { items = "", key, cursor } = info;
  const answer = readPageAnswer(data, { items, key, next: cursor?.next }, context);
  const step = cursor ? advanceByCursor(standing, answer) : advance(standing, answer);
  const after = { ...step.after, requests: standing.requests + 1 };
  if (after.misses < MOST_MISSES) return { ...step, after, response: publicPart(response) };
  const issue = cursor
    ? {
        path: cursor.next,
        message: `expected items or the end of the list after ${MOST_MISSES} empty pages`,
      }
    : { path: "pagination.totalItems", message: GROWS_TOO_FAST };
  throw new ContractError([issue], context);
}

/** The query of the page to ask for next. */
function queryAt({ page, cursor }: Standing, query: unknown, info: OperationInfo): unknown {
  if (!info.cursor) return withPage(query, page);
  return cursor === undefined ? query : { ...fieldsOf(query), [info.cursor.parameter]: cursor };
}

/** The first page is asked for as the caller did. */
function withPage(query: unknown, page: number): unknown {
  const isQuery = query === undefined || (typeof query === "object" && query !== null);
  if (!isQuery || Array.isArray(query)) return query;
  return page === Number(fieldsOf(query)["page"] ?? 1) ? query : { ...query, page };
}

function stepOf<Item>(request: ListRequest, step: Step): ListStep<Item> {
  const { answer, fresh, after } = step;
  const items = fresh.map((index) => answer.items[index]) as Item[];
  const own: ListStep<Item> = {
    items,
    hasNext: !after.hasEnded,
    shift: after.shift,
    progress: { done: after.given, total: after.total, requests: after.requests },
    tokenAfter: (count) => writeToken(request.name, standWithin(step, count)),
    advance: (how) => fetchStep(request, after, how),
    toPage: () => pageOf(request, own, step),
  };
  return own;
}

function pageOf<Item>(
  request: ListRequest,
  own: ListStep<Item>,
  { answer, response }: Step,
): Page<Item> {
  const { items, hasNext, shift } = own;
  let next: Promise<Page<Item>> | undefined;
  async function fetchNext(): Promise<Page<Item>> {
    if (!hasNext) {
      const { id } = request;
      throw new RangeError(`Cannot fetch next page: this is the last page of ${id}`);
    }
    const step = await own.advance({});
    reportStep(request.settings, step, own);
    return step.toPage();
  }
  function forget(): void {
    next = undefined;
  }
  return {
    items,
    pagination: wholeInfo(answer.info),
    hasNext,
    shift,
    defaults: request.defaults,
    response,
    get resumeToken() {
      return own.tokenAfter(items.length);
    },
    next() {
      if (next) return next;
      next = fetchNext();
      next.catch(forget);
      return next;
    },
  };
}

function emptyStep(standing: Standing): Step {
  const answer = { items: [], keys: [], info: {} };
  return { answer, fresh: [], before: standing, after: standing, placeAfter: () => undefined };
}

/** Tells the caller how far the walk has come, and what moved, if it is more than before. */
export function reportStep(
  { onProgress, onShift }: ListSettings,
  step: ListStep<unknown>,
  before: ListStep<unknown> | undefined,
): void {
  notify(() => onProgress?.(step.progress));
  if (isMoved(step, before)) notify(() => onShift?.(step.shift));
}

function isMoved({ shift }: ListStep<unknown>, before: ListStep<unknown> | undefined): boolean {
  const told: Readonly<Record<string, number>> = { ...before?.shift };
  return Object.entries(shift).some(([name, count]) => count > (told[name] ?? 0));
}
