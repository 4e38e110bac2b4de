/** A user's program that runs the service: it is on Node, and has Node's types. */
import { createService, listen } from "alphadelta/service";

export async function main(): Promise<void> {
  const service = await createService({ segments: ["delta"], mode: "manual" });
  const listener = await listen(service, { port: 0 });
  const origin: string = listener.origin;
  console.log(origin);
  await listener.close();
}

// @ts-expect-error no such segment
void createService({ segments: ["gamma"] });
