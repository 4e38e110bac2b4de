import type { Chain } from "../generated/segments.gen.ts";
import type { MethodInfo } from "../tables.ts";
import type { Validator } from "./validate_value.ts";

/** Validators of an operation. */
export interface OperationValidators {
  /** Validator of the path parameters, by name. */
  readonly path?: Validator;
  /** Validator of the query parameters, by name. */
  readonly query?: Validator;
  /** Validator of the header parameters, by name. */
  readonly headers?: Validator;
  /** Validator of the request body. */
  readonly body?: Validator;
  /** Validator of the data of a response; absent where it has none. */
  readonly data?: Validator;
}

/** Validators of a method. */
export interface MethodValidators {
  /** Validator of the parameters, by name. */
  readonly params?: Validator;
  /** Validator of the result. */
  readonly result: Validator;
}

/** A method: its row of the specs and its validators. */
export interface MethodCall {
  /** Its row of the specs. */
  readonly info: MethodInfo<Chain>;
  /** Validators of its parameters and its result. */
  readonly validators: MethodValidators;
}
