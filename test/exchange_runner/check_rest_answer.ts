import { REST_ERRORS, type RestErrorCode } from "../../src/generated/errors.gen.ts";
import {
  OPERATION_VALIDATORS,
  type OperationId,
  OPERATIONS,
} from "../../src/generated/service/operations.gen.ts";
import { zErrorEnvelope, zMeta } from "../../src/generated/wire/validators.gen.ts";
import { SEGMENTS, SERVERS } from "../../src/generated/segments.gen.ts";
import type { Validator } from "../../src/validation/mod.ts";
import { checkSchema } from "./check_schema.ts";
import type { Contract } from "./contract.ts";

/** A REST request and its answer. */
export interface RestAnswer {
  readonly verb: string;
  /** Path of the URL. */
  readonly path: string;
  readonly chain: string;
  readonly status: number;
  readonly body: unknown;
}

interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly totalItems: number;
  readonly totalPages?: number;
}

/** Differences of a REST response from the specs. */
export function checkRestAnswer(answer: RestAnswer, contract: Contract): string[] {
  const { status, body, chain } = answer;
  const id = operationOf(answer);
  const isKnown = id !== undefined && OPERATIONS[id].chains.some((one) => one === chain);
  if (isKnown && !contract.statusesOf(id).includes(status)) {
    return [`the specs do not have status ${status} for ${id}`];
  }
  if (status >= 400) return checkFailure(status, body);
  if (id === undefined) return [`no operation of the specs is answered here with ${status}`];
  const { data, success, meta, ...others } = body as Readonly<Record<string, unknown>>;
  return [
    ...(success === true ? [] : ["success must be true"]),
    ...Object.keys(others).map((key) => `${key} is no part of the envelope`),
    ...checkData(OPERATION_VALIDATORS[id].data, data),
    ...checkSchema("meta", zMeta, meta),
    ...checkPage(OPERATIONS[id].items, data),
  ];
}

function checkData(validator: Validator | undefined, data: unknown): string[] {
  if (validator) return checkSchema("data", validator, data);
  return data === undefined ? [] : ["data is answered by an operation that has none"];
}

function operationOf({ verb, path }: RestAnswer): OperationId | undefined {
  const asked = verb === "HEAD" ? "get" : verb.toLowerCase();
  return (Object.keys(OPERATIONS) as OperationId[]).find((id) => {
    const info = OPERATIONS[id];
    const template = SERVERS[info.server as keyof typeof SERVERS] + info.path;
    const pattern = template
      .replace(/^\{\w+\}/, "")
      .replace("{segment}", `(?:${Object.keys(SEGMENTS).join("|")})`)
      .replace(/\{\w+\}/g, "[^/]*");
    return info.verb === asked && new RegExp(`^${pattern}$`).test(path);
  });
}

function checkFailure(status: number, body: unknown): string[] {
  const problems = checkSchema("envelope", zErrorEnvelope, body);
  if (problems.length > 0) return problems;
  const { code } = (body as { readonly error: { readonly code: RestErrorCode } }).error;
  const right = REST_ERRORS[code].status;
  return right === status ? [] : [`${code} is sent with status ${right}, not ${status}`];
}

/** The number of items and of pages must follow from the total. */
function checkPage(key: string | undefined, data: unknown): string[] {
  const { pagination, ...lists } = data as { readonly pagination?: Pagination } & Readonly<
    Record<string, unknown>
  >;
  const items = key === undefined ? undefined : lists[key];
  if (!pagination || !Array.isArray(items)) return [];
  const { page, limit, totalItems, totalPages } = pagination;
  const count = Math.max(0, Math.min(limit, totalItems - (page - 1) * limit));
  const pages = Math.ceil(totalItems / limit);
  return [
    ...(items.length === count
      ? []
      : [
          `page ${page} of ${totalItems} items by ${limit} has ${items.length} items, not ${count}`,
        ]),
    ...(totalPages === undefined || totalPages === pages
      ? []
      : [`totalPages must be ${pages}, got ${totalPages}`]),
  ];
}
