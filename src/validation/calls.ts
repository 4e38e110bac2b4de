import type { Chain } from "../generated/segments.gen.ts";
import type { MethodInfo } from "../tables.ts";
import type { Validator } from "./validate_value.ts";

/** Validators of an operation. */
export interface OperationValidators {
  /** Of the path parameters, by name. */
  readonly path?: Validator;
  /** Of the query parameters, by name. */
  readonly query?: Validator;
  /** Of the header parameters, by name. */
  readonly headers?: Validator;
  /** Of the request body. */
  readonly body?: Validator;
  /** Of the data of a response; absent where it has none. */
  readonly data?: Validator;
}

/** Validators of a method. */
export interface MethodValidators {
  /** Of the parameters, by name. */
  readonly params?: Validator;
  /** Of the result. */
  readonly result: Validator;
}

/** A method: its row of the specs and its validators. */
export interface MethodCall {
  /** Its row of the specs. */
  readonly info: MethodInfo<Chain>;
  /** Validators of its parameters and its result. */
  readonly validators: MethodValidators;
}
