import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { type Call, operationsOf } from "../calls.ts";
import { isObject, textAt } from "../json.ts";

/** Headers that the runtime, the transport or an API key sets, in lower case. */
const RESERVED_HEADERS: readonly string[] = [
  ...["accept", "accept-charset", "accept-encoding", "authorization", "connection"],
  ...["content-length", "content-type", "cookie", "date", "expect", "host", "if-none-match"],
  ...["keep-alive", "origin", "referer", "te", "trailer", "transfer-encoding", "upgrade", "via"],
];

/** Each request can be sent by `fetch` and read by the service: its path, its parameters and its body. */
export function unservableRequest(specs: Specs): Problem[] {
  return operationsOf(specs).flatMap((operation) => [
    ...bodyProblems(operation),
    ...templateProblems(operation),
    ...repetitionProblems(operation),
    ...headerProblems(specs, operation),
  ]);
}

function bodyProblems({ name, spec, path, value }: Call): Problem[] {
  if (path.at(-1) !== "get" || value.requestBody === undefined) return [];
  const message = `operation ${name}: a GET request has no body`;
  const fix = "Take its fields as query parameters, or use post.";
  return [spec.problem([...path, "requestBody"], message, fix)];
}

/** The service matches paths part by part, as they are written. */
function templateProblems({ spec, path }: Call): Problem[] {
  const template = String(path.at(-2));
  const problem = (message: string, fix: string): Problem[] => [
    spec.problem(path.slice(0, -1), `path ${template}: ${message}`, fix),
  ];
  const parts = template.split("/").slice(1);
  const mixed = parts.find((part) => /[{}]/.test(part) && !/^\{[^{}]+\}$/.test(part));
  if (mixed !== undefined) {
    const fix = "Write each parameter as a whole part of the path: `/{from}/{to}`.";
    return problem(`"${mixed}" is not one parameter alone`, fix);
  }
  const again = parts.find((part, index) => part.startsWith("{") && parts.indexOf(part) < index);
  if (again !== undefined) {
    return problem(`"${again}" stands there twice`, "Give each parameter a name of its own.");
  }
  const fixed = parts.filter((part) => !part.startsWith("{"));
  const odd = fixed.find((part) => !/^[A-Za-z0-9._~-]+$/.test(part) || /^\.+$/.test(part));
  if (odd === undefined) return [];
  const fix = "Write letters, digits, `-`, `_`, `~` and dots within them.";
  return problem(`"${odd}" does not arrive as it is written`, fix);
}

/** Functions take parameters by name, and headers have no case. */
function repetitionProblems({ spec, parameters }: Call): Problem[] {
  return parameters.flatMap(({ path, name }, index) => {
    const first = parameters
      .slice(0, index)
      .find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (!first || (first.name !== name && first.value.in !== "header")) return [];
    const place = textAt(first.value, "in");
    const message = `parameter "${name}" has the name of the ${place} parameter "${first.name}"`;
    return [spec.problem(path, message, "Give each parameter of an operation a name of its own.")];
  });
}

function headerProblems(specs: Specs, { spec, parameters }: Call): Problem[] {
  const reserved = [...RESERVED_HEADERS, ...keyHeaders(specs)];
  const wrong = parameters.filter(
    ({ name, value }) => value.in === "header" && reserved.includes(name.toLowerCase()),
  );
  return wrong.map(({ path, name }) => {
    const message = `header parameter "${name}" is set by the client, by HTTP or by an API key`;
    return spec.problem(path, message, "Use another name, such as `X-…`.");
  });
}

function keyHeaders({ openapi }: Specs): string[] {
  const schemes = openapi.at(["components", "securitySchemes"]);
  return Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) =>
    textAt(scheme, "in") === "header" ? [textAt(scheme, "name").toLowerCase()] : [],
  );
}
