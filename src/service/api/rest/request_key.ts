import type { ServiceOperations } from "../../../generated/service/operations.gen.ts";
import { RestServiceError } from "../context/mod.ts";

type RequestKey = ServiceOperations["requestKey"];

/** Dependencies of a key request. */
export interface KeyRequestContext {
  /** Issues a key in the name of an email; resolves to the message of a refusal if the peer may not have another one. */
  readonly issue: (email: string) => Promise<RequestKey["data"] | string>;
}

/** Issues a key to a caller. */
export async function requestKey(
  { body: { email } }: RequestKey["input"],
  { issue }: KeyRequestContext,
): Promise<RequestKey["data"]> {
  const issued = await issue(email);
  if (typeof issued === "string") throw new RestServiceError("RATE_LIMITED", issued);
  return issued;
}
