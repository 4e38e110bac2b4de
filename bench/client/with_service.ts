import { createService, listen, type Service, type ServiceOptions } from "../../src/service/mod.ts";

/** Runs `use` with a service of its own that listens and makes blocks when asked to. */
export async function withService<Value>(
  options: ServiceOptions,
  use: (origin: string, service: Service) => Promise<Value>,
): Promise<Value> {
  const still = { segments: ["delta"], mode: "manual", traffic: false } as const;
  const service = await createService({ ...still, ...options });
  const listener = await listen(service, { port: 0 });
  try {
    return await use(listener.origin, service);
  } finally {
    await listener.close();
  }
}
