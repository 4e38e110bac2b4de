import type { ChainSelection } from "../../../chains/mod.ts";
import {
  REST_ERRORS,
  type RestErrorCode,
  RPC_ERRORS,
  RPC_INVALID_PARAMS,
  type RpcErrorName,
} from "../../../generated/errors.gen.ts";
import type { ParameterInfo } from "../../../tables.ts";
import { escapeControls } from "../../../units/internal.ts";
import { isAddress } from "../../../units/mod.ts";
import { expectationOf, type Validator, valueAt } from "../../../validation/mod.ts";
import { type core, safeParse } from "../../../zod/mod.ts";

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string;
  /** ETag of the content; empty for a result of JSON-RPC, which has none. */
  readonly tag: string;

  constructor(text: string, tag = "") {
    this.text = text;
    this.tag = tag;
  }
}

/** JSON, as a string or as UTF-8. */
export type BodyText = string | Uint8Array<ArrayBuffer>;

/** Characters of the longest text that stays a string. */
const MOST_IN_STRING = 64 * 1_024;

/**
 * A text between two others. A long one is encoded at once: to put long strings together copies them, and so does to write
 * them.
 */
export function wrapText(head: string, text: string, tail: string): BodyText {
  if (text.length <= MOST_IN_STRING) return head + text + tail;
  const parts = [head, text, tail];
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  parts.reduce((end, part) => end + bytes.write(part, end), 0);
  return bytes;
}

/** `data` of an operation: a value, its JSON, or JSON with an ETag; undefined for an empty body. */
export type Data = object | string | JsonText | undefined;

/** Thrown to refuse a REST request; sent as an error envelope. */
export class RestServiceError extends Error {
  override readonly name = "RestServiceError";
  readonly code: RestErrorCode;
  /** HTTP status. */
  readonly status: number;

  /** @param status That of the code if left out. */
  constructor(code: RestErrorCode, message: string, status: number = REST_ERRORS[code].status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The error object of a JSON-RPC response. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}

/** Thrown to refuse a JSON-RPC call; sent as an error response. */
export class RpcServiceError extends Error {
  override readonly name = "RpcServiceError";
  readonly error: RpcErrorObject;

  constructor(error: RpcErrorName, data?: string) {
    const { code, message } = RPC_ERRORS[error];
    super(message);
    this.error = { code, message, ...(data === undefined ? {} : { data }) };
  }
}

/** What `answering` gives; a refusal of the parameters gets `issue` as its text, where there is one. */
export async function withIssue<Answered>(
  issue: string | undefined,
  answering: Promise<Answered>,
): Promise<Answered> {
  try {
    return await answering;
  } catch (error) {
    if (issue === undefined) throw error;
    if (error instanceof RestServiceError && error.code === "INVALID_PARAM")
      throw new RestServiceError("INVALID_PARAM", issue);
    if (error instanceof RpcServiceError && error.error.code === RPC_INVALID_PARAMS)
      throw new RpcServiceError("InvalidParams", issue);
    throw error;
  }
}

const SHOWN = 80;

/**
 * The validation issue of a parameter: its name, the value and the allowed values. Undefined if it is valid, or left out
 * and not required.
 */
export function issueOfValue(
  info: ParameterInfo,
  validator: Validator | undefined,
  value: unknown,
  selection?: Pick<ChainSelection, "chain" | "addressPrefix">,
): string | undefined {
  if (value === undefined) return info.required ? issueText(info, value, info.expected) : undefined;
  if (!validator) return undefined;
  const ofValues = selection && issueOfValues(info, value, selection);
  if (ofValues !== undefined) return ofValues;
  const read = safeParse(validator, value);
  if (!read.success) return issueOfPart(info, value, read.error.issues[0]);
  return selection && issueOfAddress(info, value, selection);
}

/** Issues that say in a few words what a part of a value must be. */
const PLAIN: readonly core.$ZodIssue["code"][] = [
  ...(["invalid_type", "invalid_value", "too_small", "too_big"] as const),
];

function issueOfPart(
  info: ParameterInfo,
  value: unknown,
  issue: core.$ZodIssue | undefined,
): string {
  const { path = [] } = issue ?? {};
  if (issue && path.length > 0 && PLAIN.includes(issue.code))
    return issueText(
      { name: [info.name, ...path].join(".") },
      valueAt(value, path),
      expectationOf(issue).expected,
    );
  const where = path.length > 0 ? `, wrong at ${path.join(".")}` : "";
  return issueText(info, value, info.expected) + where;
}

/** The same for rules that depend on the chain: allowed values, and the prefix of addresses. */
export function issueOfChain(
  info: ParameterInfo,
  value: unknown,
  selection: Pick<ChainSelection, "chain" | "addressPrefix">,
): string | undefined {
  if (value === undefined) return undefined;
  return issueOfValues(info, value, selection) ?? issueOfAddress(info, value, selection);
}

function issueOfValues(
  info: ParameterInfo,
  value: unknown,
  { chain }: Pick<ChainSelection, "chain">,
): string | undefined {
  const known = info.valuesByChain?.[chain];
  if (!known || known.some((one) => one === value)) return undefined;
  return issueText(info, value, `one of ${known.join(", ")} on ${chain}`);
}

function issueOfAddress(
  info: ParameterInfo,
  value: unknown,
  { addressPrefix }: Pick<ChainSelection, "addressPrefix">,
): string | undefined {
  if (info.format !== "address" || typeof value !== "string") return undefined;
  if (isAddress(value, addressPrefix.slice(0, -1))) return undefined;
  const expected = `an address that starts with ${addressPrefix} and has a valid checksum`;
  return issueText(info, value, expected);
}

/** The message of a validation issue. */
export function issueText(
  { name }: Pick<ParameterInfo, "name">,
  value: unknown,
  expected: string,
): string {
  return `${name} must be ${expected}, got ${show(value)}`;
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  const start = escapeControls(text.slice(0, SHOWN));
  const isWhole = text.length <= SHOWN && start.length <= SHOWN;
  return isWhole ? start : `${start.slice(0, SHOWN)}… (${text.length} characters)`;
}

const SHOWN_PATH = 200;

/** A path for messages; a long one is truncated. */
export function showPath(pathname: string): string {
  if (pathname.length <= SHOWN_PATH) return pathname;
  return `${pathname.slice(0, SHOWN_PATH)}… (${pathname.length} characters)`;
}
