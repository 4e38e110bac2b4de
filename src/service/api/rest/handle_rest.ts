import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type { OperationInfo } from "../../../tables.ts";
import {
  deprecationHeaders,
  type Exchange,
  type ServiceRequest,
  type ServiceResponse,
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
import { readBody } from "./_read_body.ts";
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
export async function handleRest(
  call: RestCall,
  chain: OperationAnswers,
): Promise<ServiceResponse> {
  try {
    return withDeprecation(call, await answerSegment(call, chain));
  } catch (error) {
    return withDeprecation(call, answerThrown(error, call));
  }
}

/** Handles an operation of the host, which belongs to no segment. */
export async function handleHost(
  call: RestCall,
  context: KeyRequestContext,
): Promise<ServiceResponse> {
  try {
    return withDeprecation(call, await answerHost(call, context));
  } catch (error) {
    return withDeprecation(call, answerThrown(error, call));
  }
}

/** Adds the headers of a deprecated operation to its response. */
function withDeprecation({ route }: RestCall, response: ServiceResponse): ServiceResponse {
  const { deprecated }: OperationInfo = OPERATIONS[route.operation];
  if (!deprecated) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecated) } };
}

/** Responds with a refusal, or with an internal error, which is logged and whose details are not sent. */
function answerThrown(error: unknown, { meta, onError }: RestCall): ServiceResponse {
  if (error instanceof RestServiceError) return answerError(error, meta);
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}

async function answerSegment(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  const { request, route, meta } = call;
  const { operation: id } = route;
  requireChain(call, chain);
  const { issue, input } = readParameters(call, chain);
  if (OPERATIONS[id].body) input.body = await readBody(id, request, chain.selection);
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
  input.body = await readBody(id, call.request);
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
