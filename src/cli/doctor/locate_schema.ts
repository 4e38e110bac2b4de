import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";

/** A place in the specs: a file and the keys in it. */
export interface SpecPlace {
  readonly file: string;
  readonly keys: readonly (string | number)[];
}

/** The specs as values, by the names of their files. */
export type SpecValues = Readonly<Record<string, unknown>>;

/** Files of the specs. */
export const REST_SPEC = "openapi.yaml";
export const RPC_SPEC = "openrpc.json";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Where the specs describe the object that has the field at `path` of an answer, references followed; undefined where no
 * single schema does.
 */
export function locateParent(
  specs: SpecValues,
  subject: string,
  path: string,
): SpecPlace | undefined {
  const start = answerOf(specs, subject);
  const keys = path.split(".").slice(start?.file === RPC_SPEC ? 1 : 0, -1);
  const found = keys.reduce<SpecPlace | undefined>(
    (place, key) => place && below(specs, follow(specs, place), key),
    start,
  );
  return found && follow(specs, found);
}

/** The schema of a success. */
function answerOf(specs: SpecValues, subject: string): SpecPlace | undefined {
  const call = (OPERATION_CALLS as Readonly<Record<string, { readonly info: Row } | undefined>>)[
    subject
  ];
  if (call) {
    const { path, verb, status } = call.info;
    const content = ["responses", String(status), "content", "application/json", "schema"];
    return { file: REST_SPEC, keys: ["paths", path, verb, ...content] };
  }
  const methods = valueAt(specs, { file: RPC_SPEC, keys: ["methods"] }) as readonly Fields[];
  const index = methods.findIndex(({ name }) => name === subject);
  return index < 0 ? undefined : { file: RPC_SPEC, keys: ["methods", index, "result", "schema"] };
}

interface Row {
  readonly path: string;
  readonly verb: string;
  readonly status: number;
}

/** The place that a reference leads to, however many there are on the way. */
function follow(specs: SpecValues, place: SpecPlace): SpecPlace {
  const { $ref } = (valueAt(specs, place) ?? {}) as { readonly $ref?: string };
  if ($ref === undefined) return place;
  const [file = "", pointer = ""] = $ref.split("#/");
  const keys = pointer.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return follow(specs, { file: file.replace("./", "") || place.file, keys });
}

function below(specs: SpecValues, place: SpecPlace, key: string): SpecPlace | undefined {
  const { file, keys } = place;
  const steps = key === "*" ? ["items"] : ["properties", key];
  const next = { file, keys: [...keys, ...steps] };
  return valueAt(specs, next) === undefined ? undefined : next;
}

function valueAt(specs: SpecValues, { file, keys }: SpecPlace): unknown {
  return keys.reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], specs[file]);
}
