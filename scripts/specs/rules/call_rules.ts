import { type ServedPath, servedPath, serverUrl } from "../calls.ts";
import { isObject, type JsonObject, objectAt, textAt } from "../json.ts";
import { followSchema } from "../named_schemas.ts";
import { allMethods, type Method, type Operation, readModel } from "../model/mod.ts";
import { allNodes } from "../nodes.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Each operation succeeds with one status, a single number. */
export function unclearSuccess(specs: Specs): Problem[] {
  return readModel(specs).operations.flatMap(({ id, spec, at, value }) => {
    const statuses = Object.keys(objectAt(value, "responses")).filter((key) => key.startsWith("2"));
    const [status = ""] = statuses;
    if (statuses.length === 1 && /^2\d\d$/.test(status)) return [];
    const found =
      statuses.length === 0 ? "no status" : statuses.map((key) => `"${key}"`).join(", ");
    const place = [...at, "responses", ...statuses.slice(0, 1)];
    const message = `operation ${id}: ${found} for its success, expected one number`;
    return [spec.problem(place, message, 'Write one status from 200 to 299, such as "200".')];
  });
}

/** The client's function takes parameters by position, so that none can be left out before one that cannot. */
export function unsendableParams(specs: Specs): Problem[] {
  return allMethods(readModel(specs)).flatMap(orderProblems);
}

function orderProblems({ name, spec, parameters }: Method): Problem[] {
  const firstOptional = parameters.findIndex(({ required }) => !required);
  const late = parameters.find(({ required }, index) => required && index > firstOptional);
  const before = parameters[firstOptional];
  if (!before || !late) return [];
  const message = `method ${name}: required parameter "${late.name}" follows "${before.name}", which is optional`;
  return [spec.problem(late.at, message, `Write it before "${before.name}".`)];
}

/** Headers that the runtime, the transport or an API key sets, in lower case. */
const RESERVED_HEADERS: readonly string[] = [
  ...["accept", "accept-charset", "accept-encoding", "authorization", "connection"],
  ...["content-length", "content-type", "cookie", "date", "expect", "host", "if-none-match"],
  ...["keep-alive", "origin", "referer", "te", "trailer", "transfer-encoding", "upgrade", "via"],
  "x-least-chain-height",
];

/** Each request can be sent by `fetch` and read by the service: its path, its parameters and its body. */
export function unservableRequest(specs: Specs): Problem[] {
  return readModel(specs).operations.flatMap((operation) => [
    ...templateProblems(specs, operation),
    ...repetitionProblems(operation),
    ...headerProblems(specs, operation),
  ]);
}

/** No two paths are one to OpenAPI, whatever their servers and the names of their parameters, and no two have one URL. */
export function identicalPath({ openapi }: Specs): Problem[] {
  const paths = objectAt(openapi.value, "paths");
  const hasServer = (template: string): number => Number(serverUrl(paths[template]) !== "");
  const templates = Object.keys(paths).toSorted((one, other) => hasServer(one) - hasServer(other));
  const seen = new Map<string, string>();
  return templates.flatMap((template) => {
    const served = servedPath(openapi.value, template);
    const forms = [template, served.url + served.path].map((text) =>
      text.replaceAll(/\{[^{}]*\}/g, "{}"),
    );
    const first = forms.map((form) => seen.get(form)).find((other) => other !== undefined);
    for (const form of forms) seen.set(form, template);
    if (first === undefined) return [];
    const where = `${openapi.file}:${openapi.lineOf(["paths", first])}`;
    const message = `path ${template} is the path ${first} at ${where}`;
    const isVersion = served.url !== servedPath(openapi.value, first).url;
    const fix = isVersion ? versionFix(served) : "Write both as one path, or rename one of them.";
    return [openapi.problem(["paths", template], message, fix)];
  });
}

function versionFix({ url, path }: ServedPath): string {
  const whole = url.replace(/^\{\w+\}/, "") + path;
  const parameter = whole.includes("{segment}") ? ", with the path parameter `segment`" : "";
  return `Servers do not tell paths apart in OpenAPI: write \`${whole}\` on the server \`{apiHost}\`${parameter}.`;
}

/** The service matches paths part by part, as they are written. */
function templateProblems(specs: Specs, { spec, at, template }: Operation): Problem[] {
  const problem = (message: string, fix: string): Problem[] => [
    spec.problem(at.slice(0, -1), `path ${template}: ${message}`, fix),
  ];
  const parts = template.split("/").slice(1);
  const mixed = parts.find((part) => /[{}]/.test(part) && !/^\{[^{}]+\}$/.test(part));
  if (mixed !== undefined) {
    const fix = "Write each parameter as a whole part of the path: `/{from}/{to}`.";
    return problem(`"${mixed}" is not a single parameter`, fix);
  }
  const again = parts.find((part, index) => part.startsWith("{") && parts.indexOf(part) < index);
  if (again !== undefined) {
    return problem(`"${again}" is repeated`, "Give each parameter a name of its own.");
  }
  const { url, path: below } = servedPath(specs.openapi.value, template);
  if (url.includes("{segment}") && below.includes("{segment}")) {
    const fix = "Give the path the server `{apiHost}`, or the parameter another name.";
    return problem(`its server "${url}" has the segment already`, fix);
  }
  const fixed = parts.filter((part) => !part.startsWith("{"));
  const odd = fixed.find((part) => !/^[A-Za-z0-9._~-]+$/.test(part) || /^\.+$/.test(part));
  if (odd === undefined) return [];
  if (odd === "") {
    const where = template.endsWith("/") ? "ends with a slash" : "has two slashes in a row";
    return problem(where, `Write ${template.replaceAll(/\/+(?=\/|$)/g, "")}.`);
  }
  const [, query] = odd.split("?");
  if (query !== undefined) {
    return problem(`has a query "${query}"`, "Write it as `parameters` with `in: query`.");
  }
  const fix = "Write letters, digits, `-`, `_`, `~` and dots within them.";
  return problem(`"${odd}" is changed by URL encoding`, fix);
}

/** Functions take parameters by name, and headers have no case. */
function repetitionProblems({ spec, declared }: Operation): Problem[] {
  return declared.flatMap(({ at, name }, index) => {
    const first = declared
      .slice(0, index)
      .find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (!first || (first.name !== name && first.in !== "header")) return [];
    const message = `parameter "${name}" has the name of the ${first.in} parameter "${first.name}"`;
    return [spec.problem(at, message, "Give each parameter of an operation a name of its own.")];
  });
}

function headerProblems(specs: Specs, { spec, declared }: Operation): Problem[] {
  const reserved = [...RESERVED_HEADERS, ...keyHeaders(specs)];
  const wrong = declared.filter(
    (each) => each.in === "header" && reserved.includes(each.name.toLowerCase()),
  );
  return wrong.map(({ at, name }) => {
    const message = `header parameter "${name}" is set by the client, by HTTP or by an API key`;
    return spec.problem(at, message, "Use another name, such as `X-…`.");
  });
}

function keyHeaders({ openapi }: Specs): string[] {
  const schemes = openapi.at(["components", "securitySchemes"]);
  return Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) =>
    textAt(scheme, "in") === "header" ? [textAt(scheme, "name").toLowerCase()] : [],
  );
}

const KINDS = ["parameter", "content descriptor"];

/** Keywords of a parameter beside its schema fit its place. */
export function misplacedParameter(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  const declared = allNodes(specs).filter(({ kind }) => KINDS.includes(kind));
  return declared.flatMap(({ spec, path, value }) => {
    if (!isObject(value)) return [];
    const schema = isObject(value.schema) ? followSchema(value.schema, schemas) : {};
    return placeFaults(value, schema).map(([keyword, message, fix]) =>
      spec.problem([...path, keyword], `parameter "${textAt(value, "name")}" ${message}`, fix),
    );
  });
}

function placeFaults(parameter: JsonObject, schema: JsonObject): [string, string, string][] {
  const place = textAt(parameter, "in");
  const faults: [string, string, string][] = [];
  if (place !== "path") {
    if (parameter.required === true && schema.default !== undefined) {
      const fix = "Leave the default out, or the parameter optional.";
      faults.push(["schema", "is required, and has a default", fix]);
    }
    return faults;
  }
  if (schema.default !== undefined) {
    const fix = "Leave the default out: a request always has each part of its path.";
    faults.push(["schema", "is in the path, and has a default", fix]);
  }
  return faults;
}
