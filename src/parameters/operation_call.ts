import type { Chain } from "../generated/segments.gen.ts";
import type { OperationInfo } from "../tables.ts";
import type { OperationValidators } from "../validation/mod.ts";
import type { serializeBody } from "./body.ts";
import type { serializeHeaders } from "./headers.ts";
import type { serializePathLists } from "./path.ts";
import type { serializeQueryLists } from "./query.ts";

/** Functions that write the arguments of an operation into a request, no more than it needs. */
export interface OperationSerializers {
  /** Of the path parameters. */
  readonly path?: typeof serializePathLists;
  /** Of the query parameters. */
  readonly query?: typeof serializeQueryLists;
  /** Of the header parameters. */
  readonly headers?: typeof serializeHeaders;
  /** Of the request body. */
  readonly body?: typeof serializeBody;
}

/** An operation: its row of the specs, its validators and serializers. */
export interface OperationCall {
  /** Its row of the specs. */
  readonly info: OperationInfo<Chain>;
  /** Validators of its arguments and its data. */
  readonly validators: OperationValidators;
  /** Writes its arguments into a request. */
  readonly serializers: OperationSerializers;
}
