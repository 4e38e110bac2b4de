/**
 * A Fastify service with what ours has around it: `@fastify/cors`, `@fastify/rate-limit` and `prom-client`; it has no
 * chain. Prints the address it is up at, for `bench/start.ts`.
 */
import { loadRival } from "./load_rival.ts";

interface App {
  register(plugin: unknown, options: object): Promise<void>;
  get(path: string, handler: () => Promise<object>): void;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}

const { fastify } = await loadRival<{ fastify: () => App }>("fastify");
const { default: cors } = await loadRival<{ default: unknown }>("@fastify/cors");
const { default: rateLimit } = await loadRival<{ default: unknown }>("@fastify/rate-limit");
const { default: prometheus } = await loadRival<{
  default: { collectDefaultMetrics: () => void };
}>("prom-client");

prometheus.collectDefaultMetrics();
const app = fastify();
await app.register(cors, {});
await app.register(rateLimit, { max: 10 });
app.get("/v1/delta/chain/info", async () => ({ success: true }));
console.log(`up at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
