import type { ChainSelection } from "../../../chains/mod.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import {
  OPERATION_VALIDATORS,
  type OperationId,
  OPERATIONS,
} from "../../../generated/service/operations.gen.ts";
import { describeIssue } from "../../../validation/mod.ts";
import { safeParse } from "../../../zod/mod.ts";
import { BodyCutShort, BodyTooLarge, encodingFault, type ServiceRequest } from "../../request.ts";
import {
  issueOfChain,
  issueText,
  JsonFault,
  parseJsonBytes,
  RestServiceError,
} from "../context/mod.ts";

/**
 * Reads and validates the JSON body of an operation; undefined if the operation has none, or an optional one is absent.
 *
 * @param selection The segment; undefined for an operation of the host.
 * @throws {RestServiceError} `INVALID_PARAM` with the field, its value and the allowed values.
 */
export async function readJsonBody(
  id: OperationId,
  request: Pick<ServiceRequest, "header" | "body">,
  selection?: ChainSelection,
): Promise<unknown> {
  const { body: kind, fields = [] } = OPERATIONS[id];
  const { body: validator } = OPERATION_VALIDATORS[id];
  if (!kind || !validator) return undefined;
  const bytes = await readBytes(request);
  if (bytes.length === 0 && kind === "optional") return undefined;
  const body = await parse(bytes, fields);
  const { success, error } = safeParse(validator, body);
  if (!success)
    throw new RestServiceError("INVALID_PARAM", describeFirstIssue(error.issues[0], body, fields));
  if (!selection) return body;
  const values = body as Readonly<Record<string, unknown>>;
  for (const info of fields) {
    const issue = issueOfChain(info, values[info.name], selection);
    if (issue !== undefined) throw new RestServiceError("INVALID_PARAM", issue);
  }
  return body;
}

type Fields = NonNullable<(typeof OPERATIONS)[OperationId]["fields"]>;
type Issue = Parameters<typeof describeIssue>[0];

/** Describes a field as in the specs, if they do; a nested issue by its path. */
function describeFirstIssue(issue: Issue | undefined, body: unknown, fields: Fields): string {
  if (!issue) return "Body is not allowed";
  const [name, ...within] = issue.path;
  const info = fields.find((field) => field.name === name);
  if (info && within.length === 0) {
    const value = (body as Readonly<Record<string, unknown>>)[info.name];
    return issueText(info, shownOf(value), info.expected);
  }
  const { path, message } = describeIssue(issue, body);
  return `${path || "Body"}: ${message}`;
}

/** Nested values are shown by their type, since they may be long. */
function shownOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

async function readBytes(request: Pick<ServiceRequest, "header" | "body">): Promise<Uint8Array> {
  const fault = encodingFault(request);
  if (fault !== undefined) throw new RestServiceError("INVALID_PARAM", fault);
  try {
    return await request.body(LIMITS.bodyBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof BodyCutShort)
      throw new RestServiceError("INVALID_PARAM", error.message);
    throw error;
  }
}

async function parse(bytes: Uint8Array, fields: Fields): Promise<unknown> {
  try {
    return await parseJsonBytes(bytes);
  } catch (error) {
    if (error instanceof JsonFault && error.kind !== "not JSON")
      throw new RestServiceError("INVALID_PARAM", error.message);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const noun = required.length === 1 ? "a field" : "the fields";
    const withFields = required.length > 0 ? ` with ${noun} ${required.join(", ")}` : "";
    throw new RestServiceError("INVALID_PARAM", `Body must be JSON${withFields}`);
  }
}
