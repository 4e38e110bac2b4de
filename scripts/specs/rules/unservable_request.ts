import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationPaths } from "../elements.ts";
import { arrayAt, isObject, type Path, textAt } from "../json.ts";
import { deref } from "../model/mod.ts";

/** Headers that the runtime, the transport or an API key sets, in lower case. */
const RESERVED_HEADERS: readonly string[] = [
  ...["accept", "accept-charset", "accept-encoding", "authorization", "connection"],
  ...["content-length", "content-type", "cookie", "date", "expect", "host", "if-none-match"],
  ...["keep-alive", "origin", "referer", "te", "trailer", "transfer-encoding", "upgrade", "via"],
];

/** A parameter where it is declared. */
interface Declared {
  readonly path: Path;
  readonly name: string;
  readonly in: string;
}

/** Each request can be sent by `fetch` and read by the service: its path, its parameters and its body. */
export function unservableRequest(specs: Specs): Problem[] {
  const { openapi } = specs;
  return operationPaths(openapi).flatMap((path) => {
    const declared = declaredAt(specs, path);
    return [
      ...bodyProblems(specs, path),
      ...templateProblems(specs, path),
      ...repetitionProblems(specs, declared),
      ...headerProblems(specs, declared),
    ];
  });
}

/** Parameters of an operation; its own replace those of its path that have the same place and name. */
function declaredAt(specs: Specs, path: Path): Declared[] {
  const { openapi } = specs;
  const byPlace = new Map<string, Declared>();
  for (const holder of [path.slice(0, -1), path]) {
    arrayAt(openapi.at(holder), "parameters").forEach((value, index) => {
      const parameter = deref(specs, openapi, value);
      const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
      byPlace.set(`${place} ${name}`, { path: [...holder, "parameters", index], name, in: place });
    });
  }
  return [...byPlace.values()];
}

function bodyProblems({ openapi }: Specs, path: Path): Problem[] {
  const operation = openapi.at(path);
  if (path.at(-1) !== "get" || !isObject(operation) || operation.requestBody === undefined)
    return [];
  const message = `operation ${textAt(operation, "operationId")}: a GET request has no body`;
  const fix = "Take its fields as query parameters, or use post.";
  return [openapi.problem([...path, "requestBody"], message, fix)];
}

/** The service matches paths part by part, as they are written. */
function templateProblems({ openapi }: Specs, path: Path): Problem[] {
  const template = String(path.at(-2));
  const problem = (message: string, fix: string): Problem[] => [
    openapi.problem(path.slice(0, -1), `path ${template}: ${message}`, fix),
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
function repetitionProblems({ openapi }: Specs, declared: readonly Declared[]): Problem[] {
  return declared.flatMap(({ path, name }, index) => {
    const first = declared
      .slice(0, index)
      .find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (!first || (first.name !== name && first.in !== "header")) return [];
    const message = `parameter "${name}" has the name of the ${first.in} parameter "${first.name}"`;
    return [
      openapi.problem(path, message, "Give each parameter of an operation a name of its own."),
    ];
  });
}

function headerProblems(specs: Specs, declared: readonly Declared[]): Problem[] {
  const reserved = [...RESERVED_HEADERS, ...keyHeaders(specs)];
  const wrong = declared.filter(
    (each) => each.in === "header" && reserved.includes(each.name.toLowerCase()),
  );
  return wrong.map(({ path, name }) => {
    const message = `header parameter "${name}" is set by the client, by HTTP or by an API key`;
    return specs.openapi.problem(path, message, "Use another name, such as `X-…`.");
  });
}

function keyHeaders({ openapi }: Specs): string[] {
  const schemes = openapi.at(["components", "securitySchemes"]);
  return Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) =>
    textAt(scheme, "in") === "header" ? [textAt(scheme, "name").toLowerCase()] : [],
  );
}
