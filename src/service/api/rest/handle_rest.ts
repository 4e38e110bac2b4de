import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type { OperationInfo } from "../../../tables.ts";
import {
  type Exchange,
  type ServiceRequest,
  type ServiceResponse,
  withDeprecation,
} from "../../request.ts";
import {
  type ArgumentRules,
  type ChainAnswers,
  type Data,
  RestServiceError,
  showPath,
  withIssue,
} from "../context/mod.ts";
import { HOST_HANDLERS, type HostOperationId, type KeyRequestContext } from "./_operations.ts";
import { readJsonBody } from "./_read_body.ts";
import { type OperationRoute, readParameters } from "./_read_parameters.ts";
import {
  answerData,
  answerError,
  answerTagged,
  answerUnchanged,
  cacheControlOf,
  matchesTag,
} from "./answers.ts";

/** A segment, as its operations need it. */
type OperationAnswers = Pick<ChainAnswers, "revision" | "answerOperation"> & ArgumentRules;

/** A handler of an operation of the host. Its input is validated, but the type does not tell operations apart. */
type HostHandler = (input: unknown, context: KeyRequestContext) => Promise<Data>;

/** Handles an operation of a segment. */
export function handleRest(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  return settle(call, answerSegment(call, chain));
}

/** Handles an operation of the host, which belongs to no segment. */
export function handleHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  return settle(call, answerHost(call, context));
}

/** Responds to an error with a refusal, or with an internal error, which is logged and whose details are not sent. */
async function settle(
  { route, meta, onError }: RestCall,
  answer: Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const response = await answer.catch((error: unknown) => {
    if (error instanceof RestServiceError) return answerError(error, meta);
    onError(error);
    return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
  });
  const { deprecated }: OperationInfo = OPERATIONS[route.operation];
  return withDeprecation(response, deprecated);
}

async function answerSegment(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  const { request, route, meta } = call;
  const { operation: id } = route;
  requireChain(call, chain);
  const { issue, input } = readParameters(call, chain);
  if (OPERATIONS[id].body) input.body = await readJsonBody(id, request, chain.selection);
  if (OPERATIONS[id].verb !== "get") {
    const data = await withIssue(issue, chain.answerOperation(id, input));
    return answerData(OPERATIONS[id].status, data, meta);
  }
  const before = chain.revision();
  const ifNoneMatch = request.header("if-none-match");
  if (ifNoneMatch !== undefined && before !== undefined && matchesTag(ifNoneMatch, before))
    return answerUnchanged(before);
  const data = await withIssue(issue, chain.answerOperation(id, input));
  const revision = before === chain.revision() ? before : undefined;
  const info: OperationInfo = OPERATIONS[id];
  const control = cacheControlOf(data, info.height, call.settledHeight, input.path);
  return answerTagged(data, { revision, ifNoneMatch, info, control, meta });
}

async function answerHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  const { operation: id } = call.route;
  const { input } = readParameters(call);
  input.body = await readJsonBody(id, call.request);
  const handler = HOST_HANDLERS[id as HostOperationId] as unknown as HostHandler;
  return answerData(OPERATIONS[id].status, await handler(input, context), call.meta);
}

function requireChain({ route, pathname }: RestCall, { selection }: OperationAnswers): void {
  const { chains } = OPERATIONS[route.operation];
  const { chain } = selection;
  if (chains.includes(chain)) return;
  const text = `No ${showPath(pathname)}: it exists on ${chains.join(", ")}, this is ${chain}`;
  throw new RestServiceError("NOT_FOUND", text);
}

/** A request for an operation: the properties of the exchange that handlers use. */
export type RestCall = Pick<
  Exchange,
  "search" | "pathname" | "meta" | "onError" | "settledHeight"
> & {
  readonly request: Pick<ServiceRequest, "body" | "header">;
  readonly route: OperationRoute;
};
