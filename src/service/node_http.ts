/**
 * The built-in module `node:http`. An import of it by name reads every export, `WebSocket` and `fetch` of the client side
 * among them, which loads 20 modules that a server has no use for.
 */
export const http: typeof import("node:http") = process.getBuiltinModule("node:http");
