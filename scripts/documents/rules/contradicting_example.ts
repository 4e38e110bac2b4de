import type { Problem } from "../document_error.ts";
import { type Documents, followRef } from "../documents.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  visit,
} from "../json.ts";
import { readModel } from "../read_model.ts";
import type { SourceDocument } from "../source_document.ts";
import { createValidator } from "./_create_validator.ts";

/** An example, and the schema it must follow. */
interface Sample {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: Json;
  readonly schema: JsonObject;
}

/** Each example follows its schema, with everything decided on top and without fields the schema does not name. */
export function contradictingExample(documents: Documents): Problem[] {
  const validate = createValidator(readModel(documents).schemas, "example");
  const samples = [
    ...schemaSamples(documents.openapi),
    ...schemaSamples(documents.openrpc),
    ...parameterSamples(documents),
    ...bodySamples(documents.openapi),
    ...methodSamples(documents),
    ...topicSamples(documents.openrpc),
  ];
  return samples.flatMap((sample) => {
    const faults = validate(sample.value, sample.schema);
    if (!faults) return [];
    return [
      sample.document.problem(
        sample.path,
        `example contradicts its schema: ${faults}`,
        "Mend the example or the schema.",
      ),
    ];
  });
}

function schemaSamples(document: SourceDocument): Sample[] {
  const samples: Sample[] = [];
  visit(document.at(["components", "schemas"]), (value, below) => {
    const isSchema =
      below.length === 1 || below.at(-2) === "properties" || below.at(-1) === "items";
    if (!isSchema || !isObject(value)) return;
    arrayAt(value, "examples").forEach((example, index) => {
      const path = ["components", "schemas", ...below, "examples", index];
      samples.push({ document, path, value: example, schema: value });
    });
  });
  return samples;
}

function parameterSamples({ openapi }: Documents): Sample[] {
  const samples: Sample[] = [];
  visit(openapi.value, (value, path) => {
    if (!isObject(value) || typeof value.in !== "string" || value.example === undefined) return;
    samples.push({
      document: openapi,
      path: [...path, "example"],
      value: value.example,
      schema: objectAt(value, "schema"),
    });
  });
  return samples;
}

function bodySamples(document: SourceDocument): Sample[] {
  const samples: Sample[] = [];
  visit(document.value, (value, path) => {
    if (path.at(-2) !== "content" || !isObject(value)) return;
    const schema = objectAt(value, "schema");
    if (value.example !== undefined) {
      samples.push({ document, path: [...path, "example"], value: value.example, schema });
    }
    for (const [name, example] of Object.entries(objectAt(value, "examples"))) {
      const shown = isObject(example) ? example.value : undefined;
      if (shown !== undefined)
        samples.push({ document, path: [...path, "examples", name], value: shown, schema });
    }
  });
  return samples;
}

function methodSamples(documents: Documents): Sample[] {
  const document = documents.openrpc;
  const own = arrayAt(document.value, "methods").map((_, index) => ["methods", index]);
  const dev = arrayAt(objectAt(document.value, "x-dev"), "methods").map((_, index) => [
    "x-dev",
    "methods",
    index,
  ]);
  return [...own, ...dev].flatMap((path) => {
    const method = document.at(path);
    const schemaOf = (holder: Json | undefined): JsonObject =>
      objectAt(resolved(documents, holder), "schema");
    const params = arrayAt(method, "params").map(schemaOf);
    const result = isObject(method) ? schemaOf(method.result) : {};
    return arrayAt(method, "examples").flatMap((example, index): Sample[] => {
      const at = [...path, "examples", index];
      const values = arrayAt(example, "params").map((item) =>
        isObject(item) ? (item.value ?? null) : item,
      );
      const shown = objectAt(example, "result").value;
      return [
        ...values.map((value, i) => ({
          document,
          path: [...at, "params", i],
          value,
          schema: params[i] ?? { not: {} },
        })),
        ...(shown === undefined
          ? []
          : [{ document, path: [...at, "result"], value: shown, schema: result }]),
      ];
    });
  });
}

function topicSamples(document: SourceDocument): Sample[] {
  return Object.entries(objectAt(document.value, "x-topics")).flatMap(([name, topic]) => {
    if (!isObject(topic) || topic.example === undefined) return [];
    return [
      {
        document,
        path: ["x-topics", name, "example"],
        value: topic.example,
        schema: objectAt(topic, "payload"),
      },
    ];
  });
}

function resolved(documents: Documents, value: Json | undefined): Json | undefined {
  if (!isObject(value) || typeof value.$ref !== "string") return value;
  return followRef(documents, documents.openrpc, value.$ref).value;
}
