import type { ChainSelection } from "../../../chains/mod.ts";
import type {
  ServiceMethods,
  ServiceSimplifiedCalls,
} from "../../../generated/service/methods.gen.ts";
import type { OperationId } from "../../../generated/service/operations.gen.ts";
import type { ParameterInfo } from "../../../tables.ts";
import type { BlockSource } from "../../chain/block_source.ts";
import type { Data } from "./answers.ts";
import type { Store } from "../../chain/store/mod.ts";

/** Validated input of an operation, with every default filled in. */
export interface OperationInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Rules for the arguments of a segment. */
export interface ArgumentRules {
  readonly selection: ChainSelection;
  /**
   * Returns true if an argument that breaks a rule of an extension is passed on: an upstream may have other rules. If the
   * upstream refuses the argument too, the message is the one of this service. Without the function, none is passed on.
   */
  readonly passesOn?: (call: string, info: ParameterInfo, value: unknown) => boolean;
}

/** Answers the operations and methods of one segment, from a store or from an upstream. */
export interface ChainAnswers extends ArgumentRules {
  /** ETag of every answer of the present moment; undefined if each answer has its own tag. */
  revision(): string | undefined;
  /**
   * Answers an operation of the segment.
   *
   * @throws {RestServiceError} If it is refused.
   */
  answerOperation(id: OperationId, input: OperationInput): Promise<Data>;
  /**
   * Calls a method with validated parameters in the order of the specs. Returns the result, or a `JsonText` with its JSON.
   *
   * @throws {RpcServiceError} If it is refused.
   */
  callMethod(name: keyof ServiceMethods, params: readonly unknown[]): Promise<unknown>;
  /** Calls a simplified call in the same way. */
  callSimplified(name: keyof ServiceSimplifiedCalls, params: readonly unknown[]): Promise<unknown>;
}

/** Dependencies of a handler: the chain of one segment, its store and its block source. */
export interface ChainContext {
  readonly selection: ChainSelection;
  readonly store: Store;
  readonly source: BlockSource;
}
