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
   * Tells whether an argument that breaks an extension is passed on, since the deployment behind has decided for itself;
   * left out, none is. A refusal of it there has the text of this service.
   */
  readonly passesOn?: (call: string, info: ParameterInfo, value: unknown) => boolean;
}

/** Answers the operations and methods of one segment, be it from a store or from an upstream. */
export interface ChainAnswers extends ArgumentRules {
  /** ETag of all that is read at this moment; undefined where each answer has one of its own. */
  revision(): string | undefined;
  /**
   * Answers an operation of the segment.
   *
   * @throws {RestServiceError} If it is refused.
   */
  answerOperation(id: OperationId, input: OperationInput): Promise<Data>;
  /**
   * Calls a method on validated parameters in the order of the specs; returns its result. A `JsonText` is
   * its JSON.
   *
   * @throws {RpcServiceError} If it is refused.
   */
  callMethod(name: keyof ServiceMethods, params: readonly unknown[]): Promise<unknown>;
  /** The same of a simplified call. */
  callSimplified(name: keyof ServiceSimplifiedCalls, params: readonly unknown[]): Promise<unknown>;
}

/** Dependencies of a handler: the chain of one segment, its store and its block source. */
export interface ChainContext {
  readonly selection: ChainSelection;
  readonly store: Store;
  readonly source: BlockSource;
}
