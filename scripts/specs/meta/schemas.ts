import { readFileSync } from "node:fs";
import type { JsonObject } from "../json.ts";

/** The schemas of both specs, and that of what stands in either. */
export const META_SCHEMAS: readonly JsonObject[] = [
  "openapi.json",
  "openrpc.json",
  "both.json",
].map((file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as JsonObject);
