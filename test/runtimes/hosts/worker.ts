/** Runs the suite in a worker, which is given the world as the body of a request. */
import { runSuite, type World } from "../suite/mod.ts";

const worker = {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await runSuite((await request.json()) as World));
  },
};
export default worker;
