/** Methods that are served beside those of the specs' list, to who may call them. */
export interface FurtherMethods {
  /** Tells whether `name` is one of them. */
  has(name: string): boolean;
  /**
   * Runs one of them.
   *
   * @throws {RpcServiceError} If the caller may not, or its parameters or the handler refuse.
   */
  run(name: string, params: unknown): Promise<unknown>;
}
