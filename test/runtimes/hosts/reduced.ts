/**
 * Runs the suite as `program.ts` does, without what some runtimes lack: React Native the statics of `AbortSignal` and
 * `throwIfAborted`, and bodies as streams, which Firefox lacks of requests.
 */
const MISSING: readonly (readonly [of: object, name: string])[] = [
  [AbortSignal, "any"],
  [AbortSignal, "timeout"],
  [AbortSignal.prototype, "throwIfAborted"],
  [Response.prototype, "body"],
  [Request.prototype, "body"],
];
for (const [of, name] of MISSING) {
  if (!Reflect.deleteProperty(of, name) || name in of) throw new Error(`${name} is still there`);
}
await import("./program.ts");
