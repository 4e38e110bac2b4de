import { expect } from "vitest";
import { OPERATION_CALLS, type OperationId } from "../../src/generated/client/operations.gen.ts";
import { OPERATION_COMMANDS } from "../../src/generated/commands.gen.ts";
import { type Client, type ClientOptions, createClient } from "../../src/mod.ts";
import type { PlainService } from "../plain_service.ts";

/** Operations that the interface specifies; a plain service has no others. */
export const SPECIFIED_OPERATIONS = (Object.keys(OPERATION_CALLS) as OperationId[]).filter(
  (id) => OPERATION_COMMANDS[id]?.specified,
);

/** A client of a segment, which sends each call once and is not paced. */
export function connectPlain<S extends "alpha" | "delta">(
  plain: PlainService,
  segment: S,
  options: Partial<ClientOptions> = {},
): Client<S> {
  const endpoints = plain.endpoints(segment);
  return createClient(segment, { endpoints, tier: "Enterprise", retries: 0, ...options });
}

/** What is thrown. */
export function errorOf(work: PromiseLike<unknown>): PromiseLike<unknown> {
  return work.then(
    (value) => expect.fail(`resolved to ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}
