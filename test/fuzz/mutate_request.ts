import { API_KEY_HEADER, LIMITS } from "../../src/generated/limits.gen.ts";
import type { Chance } from "./chance.ts";
import { mutateBytes } from "./mutate_bytes.ts";
import { mutateJson } from "./mutate_json.ts";
import { ODD_TEXTS } from "./odd_values.ts";
import type { FuzzRequest } from "./request.ts";

type Mutation = (request: FuzzRequest, chance: Chance, methods: readonly string[]) => FuzzRequest;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];
const PLACES = [
  "/",
  "/healthz",
  "/docs",
  "/openapi.json",
  "/v1",
  "/v1/",
  "/rpc",
  "/rpc/",
  "/ws/delta",
  "//",
  "*",
  "/v1/keys",
];
const HEADERS: readonly (readonly [string, string])[] = [
  [API_KEY_HEADER, "ad_unknown"],
  [API_KEY_HEADER, ""],
  [API_KEY_HEADER, "x".repeat(4_000)],
  ["Authorization", "Bearer  x"],
  ["Authorization", "Basic eA=="],
  ["X-Forwarded-For", "1.2.3.4, ::1, , unknown, [::1]:80"],
  ["X-Forwarded-For", ",".repeat(1_000)],
  ["Content-Type", "text/plain"],
  ["Content-Type", "application/json; charset=utf-16"],
  ["Content-Type", ""],
  ["Content-Encoding", "gzip"],
  ["Accept-Encoding", "gzip;q=1, *;q=0"],
  ["If-None-Match", '*, "x", W/"y'],
  ["Range", "bytes=0-1"],
  ["Expect", "100-continue"],
  ["Expect", "a wonder"],
  ["Upgrade", "h2c"],
  ["Connection", "Upgrade"],
  ["Connection", "close"],
  ["Host", ""],
  ["Host", '"><script>'],
  ["Origin", "null"],
  ["Cookie", "a=b".repeat(1_000)],
  ["X-Long", "x".repeat(20_000)],
  ["Transfer-Encoding", "chunked"],
  ["Transfer-Encoding", "gzip, chunked"],
  ["Content-Length", "0"],
  ["Content-Length", "-1"],
  ["Content-Length", "99999999999999999999"],
  ["Content-Length", "7"],
  ["X-\u00e9", "\u00ff"],
  ["Transfer-Encoding", "identity"],
];

const MUTATIONS: readonly Mutation[] = [
  mutatePath,
  mutatePath,
  mutateQuery,
  mutateQuery,
  mutateHeaders,
  mutateBody,
  mutateBody,
  (request, chance) => ({ ...request, method: chance.pick(METHODS) }),
  (request, chance) => ({ ...request, target: chance.pick(PLACES) }),
];

/** Changes a request in up to three places. */
export function mutateRequest(
  request: FuzzRequest,
  chance: Chance,
  methods: readonly string[],
): FuzzRequest {
  let mutated = request;
  for (let left = chance.pick([0, 1, 1, 1, 1, 2, 3]); left > 0; left--) {
    const isPosted = mutated.body !== undefined && chance.happens(0.7);
    const mutation = isPosted ? mutateBody : chance.pick(MUTATIONS);
    mutated = mutation(mutated, chance, methods);
  }
  return mutated;
}

function mutatePath(request: FuzzRequest, chance: Chance): FuzzRequest {
  const [path = "", query] = request.target.split("?");
  const parts = path.split("/");
  const at = 1 + chance.below(parts.length);
  const part = parts[at] ?? "";
  const mutated = chance.pick([
    () => parts.toSpliced(at, 1, chance.pick(ODD_TEXTS)),
    () => parts.toSpliced(at, 0, chance.pick(ODD_TEXTS)),
    () => parts.toSpliced(at, 1),
    () => parts.toSpliced(at, 1, part.toUpperCase()),
    () => parts.toSpliced(at, 1, encodeAll(part)),
    () => parts.toSpliced(at, 1, part + chance.pick(ODD_TEXTS)),
    () => ["http://else.where", ...parts.slice(1)],
  ])();
  return { ...request, target: mutated.join("/") + (query === undefined ? "" : `?${query}`) };
}

/** Every byte as `%xx`, which means the same. */
function encodeAll(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function mutateQuery(request: FuzzRequest, chance: Chance): FuzzRequest {
  const [path = "", query = ""] = request.target.split("?");
  const names = [
    "page",
    "limit",
    "order",
    "type",
    "address",
    "direction",
    "status",
    "apiKey",
    "x",
    "",
  ];
  const part = `${chance.pick(names)}${chance.pick(["=", "", "==", "[]="])}${chance.pick(ODD_TEXTS)}`;
  const parts = query.split("&").filter((one) => one !== "");
  const mutated = chance.happens(0.2)
    ? [...parts, ...parts]
    : parts.toSpliced(chance.below(parts.length + 1), chance.below(2), part);
  return {
    ...request,
    target: `${path}?${mutated.join(chance.pick(["&", "&", "&", ";", "&&", "?"]))}`,
  };
}

function mutateHeaders(request: FuzzRequest, chance: Chance): FuzzRequest {
  const added = Array.from({ length: chance.pick([1, 1, 2, 120]) }, () => chance.pick(HEADERS));
  return { ...request, headers: [...request.headers, ...added] };
}

function mutateBody(request: FuzzRequest, chance: Chance, methods: readonly string[]): FuzzRequest {
  const { body } = request;
  if (!body) return { ...request, body: Buffer.from(chance.pick(["", "{}", "x"])) };
  if (chance.happens(0.01))
    return { ...request, body: Buffer.alloc(LIMITS.bodyBytes + chance.below(3) - 1, " ") };
  if (chance.happens(0.2)) return { ...request, body: mutateBytes(body, chance) };
  try {
    const mutated = mutateJson(JSON.parse(body.toString()), chance, methods);
    return { ...request, body: Buffer.from(JSON.stringify(mutated) ?? "") };
  } catch {
    return { ...request, body: mutateBytes(body, chance) };
  }
}
