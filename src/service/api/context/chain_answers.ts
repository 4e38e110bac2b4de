import type { ChainSelection } from "../../../chains/mod.ts";
import type {
  ServiceMethods,
  ServiceSimplifiedCalls,
} from "../../../generated/service/methods.gen.ts";
import type { OperationId } from "../../../generated/service/operations.gen.ts";
import type { ParameterInfo } from "../../../tables.ts";

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string;
  /** ETag of the content; empty for a result of JSON-RPC, which has none. */
  readonly tag: string;

  constructor(text: string, tag = "") {
    this.text = text;
    this.tag = tag;
  }
}

/** `data` of an operation: a value, its JSON, or JSON with an ETag; undefined for an empty body. */
export type Data = object | string | JsonText | undefined;

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
