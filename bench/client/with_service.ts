import { createService, listen, type Service, type ServiceOptions } from "../../src/service/mod.ts";

/** Runs `use` with a service of its own that listens and makes blocks when asked to. */
export async function withService<Value>(
  options: ServiceOptions,
  use: (origin: string, service: Service) => Promise<Value>,
): Promise<Value> {
  const service = await createService({
    segments: ["delta"],
    mode: "manual",
    traffic: false,
    ...options,
  });
  const listener = await listen(service, { port: 0 });
  try {
    return await use(listener.origin, service);
  } finally {
    await listener.close();
  }
}
