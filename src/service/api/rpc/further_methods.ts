/** Methods in addition to those of the specs, such as devnet control, for authorised callers. */
export interface FurtherMethods {
  /** Returns true if `name` is one of them. */
  has(name: string): boolean;
  /**
   * Runs one of them.
   *
   * @throws {RpcServiceError} If the caller is not authorised, the parameters are invalid, or the handler refuses.
   */
  run(name: string, params: unknown): Promise<unknown>;
}
