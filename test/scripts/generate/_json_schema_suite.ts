import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject, type Json, type JsonObject, objectAt } from "../../../scripts/specs/json.ts";
import { mapNested } from "../../../scripts/specs/named_schemas.ts";
import { TYPES_OF } from "../../../scripts/specs/rules/incoherent_schema.ts";
import { RULE_STAGES } from "../../../scripts/specs/rules/mod.ts";
import { type Problem, SpecError, SpecFile } from "../../../scripts/specs/spec_file.ts";
import { smallSpecs } from "../specs/_small_specs.ts";
import { ROOT } from "../_temporary_folder.ts";

/**
 * The files of https://github.com/json-schema-org/JSON-Schema-Test-Suite on what the specs follow, at commit 44401e0c,
 * without white space, a group on each line.
 */
const SUITE = "test/fixtures/json_schema_test_suite/draft2020-12.json";

/** A schema of the suite with its cases. */
export interface Group {
  readonly file: string;
  readonly title: string;
  /** Name of the schema in the specs. */
  readonly name: string;
  readonly schema: Json;
  /** Schemas that it refers to, by their names in the specs. */
  readonly others?: JsonObject;
  /** What stands in the suite, where a remedy has changed it. */
  readonly written?: Json;
  readonly cases: readonly Case[];
}

/** A value as it is written on the wire, and whether the schema allows it. */
interface Case {
  readonly title: string;
  readonly wire: string;
  readonly valid: boolean;
}

/** The groups that the specs may hold, and what is refused of each other one. */
export interface Sorted {
  readonly followed: readonly Group[];
  readonly refused: ReadonlyMap<Group, Problem>;
}

/** Reads the suite. A number stays as it is written there: 1.0 and 1 differ on the wire. */
export function readSuite(): Group[] {
  const { rawJSON } = JSON as unknown as { rawJSON: (source: string) => Json };
  const raw = (_: string, value: Json, context?: { source: string }): Json =>
    typeof value === "number" && context ? rawJSON(context.source) : value;
  const suite = JSON.parse(readFileSync(join(ROOT, SUITE), "utf8"), raw) as Record<string, Row[]>;
  const groups = Object.entries(suite).flatMap(([file, rows]) =>
    rows.map((row) => ({ file, ...row })),
  );
  return groups.map(({ file, description: title, schema, tests }, index) => ({
    file,
    title,
    name: `Case${index}`,
    schema: JSON.parse(JSON.stringify(schema)) as Json,
    cases: tests.map(({ description, data, valid }) => ({
      title: description,
      wire: JSON.stringify(data),
      valid,
    })),
  }));
}

interface Row {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { description: string; data: Json; valid: boolean }[];
}

/** Sorts by what the specs refuse: of a group as it is, and then with the remedies that are of the form alone. */
export function sortOut(groups: readonly Group[]): Sorted {
  const first = accepted(groups);
  const second = accepted([...first.refused.keys()].map(withRemedies));
  return {
    followed: [...first.followed, ...second.followed.map(judgedAnew)],
    refused: second.refused,
  };
}

/** Leaves out groups that are refused until the specs are accepted with those that remain. */
function accepted(groups: readonly Group[]): Sorted {
  const refused = new Map<Group, Problem>();
  for (;;) {
    const followed = groups.filter((group) => !refused.has(group));
    const found = problemsOf(followed);
    if (found.size === 0) return { followed, refused };
    for (const [group, problem] of found) refused.set(group, problem);
  }
}

/** The first problem of each group, of the first stage of rules that finds one. The last stage asks for words and examples. */
function problemsOf(groups: readonly Group[]): Map<Group, Problem> {
  const inexact = groups.flatMap(inexactNumber);
  if (inexact.length > 0) return new Map(inexact);
  const openapi = withCases(smallSpecs().openapi, groups);
  const lines = groups.flatMap((group) =>
    placesOf(group).map((place) => ({ group, line: openapi.lineOf(place) })),
  );
  const ownerOf = ({ line }: Problem): Group => {
    const before = lines.filter((each) => each.line <= line);
    const [owner] = before.toSorted((one, other) => other.line - one.line);
    if (!owner) throw new Error(`Cannot find the schema of line ${line}`);
    return owner.group;
  };
  for (const rules of RULE_STAGES.slice(0, -1)) {
    const problems = Object.values(rules).flatMap((rule) => rule({ ...smallSpecs(), openapi }));
    if (problems.length > 0) {
      return new Map(problems.toReversed().map((problem) => [ownerOf(problem), problem]));
    }
  }
  return new Map();
}

/** A number that specs cannot hold ends reading at once. */
function inexactNumber(group: Group): [Group, Problem][] {
  try {
    void new SpecFile("openapi.yaml", JSON.stringify({ schema: group.schema }));
    return [];
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return error.problems.map((problem) => [group, problem]);
  }
}

const CASES = ["components", "schemas", "Cases", "properties"];

function placesOf({ name }: Group): string[][] {
  return [
    ["components", "schemas", name],
    [...CASES, name],
  ];
}

const MARKS = { description: "A case.", "x-source": "given" };

/** `openapi` with the schemas of `groups`, and with `Cases`, an object with a property for each. */
export function withCases(
  openapi: SpecFile,
  groups: readonly Group[],
  paths: JsonObject = {},
): SpecFile {
  const properties = Object.fromEntries(
    groups.map(({ name }) => [name, { ...MARKS, $ref: `#/components/schemas/${name}` }]),
  );
  const cases = { ...MARKS, type: "object", properties };
  const schemas = Object.fromEntries(groups.flatMap((group) => schemasOf(group)));
  const components = objectAt(openapi.value, "components");
  const root = {
    ...openapi.value,
    paths: { ...objectAt(openapi.value, "paths"), ...paths },
    components: {
      ...components,
      schemas: { ...objectAt(components, "schemas"), ...schemas, Cases: cases },
    },
  };
  return new SpecFile(openapi.file, JSON.stringify(root, undefined, 1));
}

function schemasOf({ name, schema, others }: Group): [string, Json][] {
  return Object.entries({ [name]: schema, ...others }).map(([key, value]) => {
    if (!isObject(value)) return [key, value ?? null];
    const { $schema: _, ...keywords } = value;
    return [key, { ...MARKS, ...described(keywords) }];
  });
}

/** Properties say what they are, as all of the specs do. */
function described(schema: JsonObject): JsonObject {
  return mapNested(schema, (nested, keyword) => ({
    ...(keyword === "properties" ? MARKS : {}),
    ...described(nested),
  }));
}

/** With the remedies for a schema without a type, for a tuple that others may follow, and for `$defs`. */
function withRemedies(group: Group): Group {
  const { name, schema } = group;
  if (!isObject(schema)) return group;
  const { $defs: _, ...own } = schema;
  const $defs = objectAt(schema, "$defs");
  const names = Object.keys($defs).map((key, index) => [key, `${name}Def${index}`] as const);
  const moved = [["", name] as const, ...names].reduce(
    (text, [key, to]) =>
      text.replaceAll(`"#${key && `/$defs/${key}`}"`, `"#/components/schemas/${to}"`),
    JSON.stringify([own, ...Object.values($defs)]),
  );
  const [whole, ...defs] = (JSON.parse(moved) as Json[]).map(typed);
  const others = Object.fromEntries(defs.map((value, index) => [names[index]?.[1], value]));
  return { ...group, schema: whole ?? null, others, written: schema };
}

/** A value of another type than those that a remedy added is not allowed any more; of the others the suite is right. */
function judgedAnew(group: Group): Group {
  const judge = (schema: Json | undefined): ((value: unknown) => boolean) =>
    new Ajv2020({ strict: false, validateFormats: false }).compile(schema as JsonObject);
  const [before, after] = [judge(group.written), judge(typed(group.written))];
  const cases = group.cases.map((each) => {
    const value: unknown = JSON.parse(each.wire);
    return before(value) === after(value) ? each : { ...each, valid: after(value) };
  });
  return { ...group, cases };
}

function typed(schema: Json | undefined): Json {
  if (!isObject(schema)) return schema ?? null;
  const defs = Object.entries(objectAt(schema, "$defs")).map(([key, each]) => [key, typed(each)]);
  const whole = mapNested(schema, (nested) => typed(nested) as JsonObject);
  if (defs.length > 0) whole.$defs = Object.fromEntries(defs) as JsonObject;
  const { prefixItems } = schema;
  if (Array.isArray(prefixItems)) {
    Object.assign(whole, { items: false, minItems: prefixItems.length });
  }
  const [type] = Object.keys(whole).flatMap((keyword) => TYPES_OF.get(keyword)?.[0] ?? []);
  return type === undefined ? whole : { type, ...whole };
}
