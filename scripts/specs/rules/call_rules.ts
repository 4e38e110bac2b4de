import { type ServedPath, servedPath, serverUrl } from "../calls.ts";
import { objectAt, textAt } from "../json.ts";
import { followSchema } from "../named_schemas.ts";
import { allMethods, type Model, type Operation } from "../model/mod.ts";
import { allNodes, type ObjectNode } from "../nodes.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { type Fault, operationsOf, type Rule, ruleOf } from "./_rule.ts";

/** Each operation succeeds with one status, a single number. */
export const unclearSuccess: Rule = ruleOf(operationsOf, function* ({ label, value }) {
  const statuses = Object.keys(objectAt(value, "responses")).filter((key) => key.startsWith("2"));
  const [status = ""] = statuses;
  if (statuses.length === 1 && /^2\d\d$/.test(status)) return;
  const found = statuses.map((key) => `"${key}"`).join(", ") || "no status";
  const message = `${label}: ${found} for its success, expected one number`;
  const fix = 'Write one status from 200 to 299, such as "200".';
  yield [["responses", ...statuses.slice(0, 1)], message, fix];
});

/** The client's function takes parameters by position, so that none can be left out before one that cannot. */
export const unsendableParams: Rule = ruleOf(allMethods, function* ({ label, parameters }) {
  const optional = parameters.findIndex(({ required }) => !required);
  const before = parameters[optional];
  const late = parameters.find(({ required }, index) => required && index > optional);
  if (!before || !late) return;
  const message = `${label}: required parameter "${late.name}" follows "${before.name}", which is optional`;
  yield [[], message, `Write it before "${before.name}".`, late];
});

/** Headers that the runtime, the transport or an API key sets, in lower case. */
const RESERVED_HEADERS: readonly string[] = [
  ...["accept", "accept-charset", "accept-encoding", "authorization", "connection"],
  ...["content-length", "content-type", "cookie", "date", "expect", "host", "if-none-match"],
  ...["keep-alive", "origin", "referer", "te", "trailer", "transfer-encoding", "upgrade", "via"],
  "x-least-chain-height",
];

/** Each request can be sent by `fetch` and read by the service: its path, its parameters and its body. */
export const unservableRequest: Rule = ruleOf(
  operationsOf,
  function* (operation, { specs, keyHeader }) {
    const { spec, at, template, declared } = operation;
    const fault = templateFault(operation, specs);
    const item = { spec, at: at.slice(0, -1) };
    if (fault) yield [[], `path ${template}: ${fault[0]}`, fault[1], item];
    yield* declared.flatMap((parameter, index): Fault[] => {
      const { name } = parameter;
      // Functions take parameters by name, and headers have no case.
      const first = declared
        .slice(0, index)
        .find((other) => other.name.toLowerCase() === name.toLowerCase());
      if (!first || (first.name !== name && first.in !== "header")) return [];
      const message = `parameter "${name}" has the name of the ${first.in} parameter "${first.name}"`;
      return [[[], message, "Give each parameter of an operation a name of its own.", parameter]];
    });
    const reserved = [...RESERVED_HEADERS, keyHeader.toLowerCase()];
    for (const parameter of declared) {
      const { name } = parameter;
      if (parameter.in !== "header" || !reserved.includes(name.toLowerCase())) continue;
      const message = `header parameter "${name}" is set by the client, by HTTP or by an API key`;
      yield [[], message, "Use another name, such as `X-…`.", parameter];
    }
  },
);

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
function templateFault(
  { template }: Operation,
  { openapi }: Specs,
): readonly [message: string, fix: string] | undefined {
  const parts = template.split("/").slice(1);
  const mixed = parts.find((part) => /[{}]/.test(part) && !/^\{[^{}]+\}$/.test(part));
  if (mixed !== undefined) {
    const fix = "Write each parameter as a whole part of the path: `/{from}/{to}`.";
    return [`"${mixed}" is not a single parameter`, fix];
  }
  const again = parts.find((part, index) => part.startsWith("{") && parts.indexOf(part) < index);
  if (again !== undefined)
    return [`"${again}" is repeated`, "Give each parameter a name of its own."];
  const { url, path } = servedPath(openapi.value, template);
  if (url.includes("{segment}") && path.includes("{segment}")) {
    const fix = "Give the path the server `{apiHost}`, or the parameter another name.";
    return [`its server "${url}" has the segment already`, fix];
  }
  const odd = parts.find((part) => !/^(?:\{.*|[A-Za-z0-9._~-]+)$/.test(part) || /^\.+$/.test(part));
  if (odd === undefined) return undefined;
  if (odd === "") {
    const where = template.endsWith("/") ? "ends with a slash" : "has two slashes in a row";
    return [where, `Write ${template.replaceAll(/\/+(?=\/|$)/g, "")}.`];
  }
  const [, query] = odd.split("?");
  if (query !== undefined)
    return [`has a query "${query}"`, "Write it as `parameters` with `in: query`."];
  const fix = "Write letters, digits, `-`, `_`, `~` and dots within them.";
  return [`"${odd}" is changed by URL encoding`, fix];
}

function parametersOf(model: Model): ObjectNode[] {
  return allNodes(model).filter(({ kind }) => ["parameter", "content descriptor"].includes(kind));
}

/** A value that every request has is given, and no default. */
export const misplacedParameter: Rule = ruleOf(parametersOf, function* ({ value }, { schemas }) {
  const { default: filled } = followSchema(objectAt(value, "schema"), schemas);
  if (filled === undefined) return;
  const label = `parameter "${textAt(value, "name")}"`;
  const ofPath = "Leave the default out: a request always has each part of its path.";
  const ofRequired = "Leave the default out, or the parameter optional.";
  if (value.in === "path") yield ["schema", `${label} is in the path, and has a default`, ofPath];
  else if (value.required === true)
    yield ["schema", `${label} is required, and has a default`, ofRequired];
});
