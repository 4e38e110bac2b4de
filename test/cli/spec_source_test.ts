import { expect, test } from "vitest";
import { SpecSource } from "../../src/cli/doctor/patch/spec_source.ts";

const YAML = `# Kinds of things.
kinds: &kinds [one, two]
Thing:
  description:
    A description that its author broke
    where a printer would not.
  type: object
  required: [kind, size] # both
  properties:
    kind: { type: string, enum: *kinds }
`;

const JSON_TEXT = `{
  "kinds": ["one", "two"],
  "names": { "one": 1 },
  "sizes": [
    1,
    2
  ]
}
`;

interface Thing {
  required: string[];
  readonly properties: Record<string, unknown>;
}

test("a patch of YAML touches the changed lines alone, and leaves comments, aliases and line breaks", () => {
  const source = new SpecSource("spec.yaml", YAML);
  const { kinds, Thing: thing } = source.values as { kinds: string[]; Thing: Thing };
  kinds.push("three");
  thing.required = ["kind"];
  thing.properties.size = { type: "integer" };
  expect(source.patch()).toBe(`--- a/spec.yaml
+++ b/spec.yaml
@@ -1,10 +1,12 @@
 # Kinds of things.
-kinds: &kinds [one, two]
+kinds: &kinds [one, two, three]
 Thing:
   description:
     A description that its author broke
     where a printer would not.
   type: object
-  required: [kind, size] # both
+  required: [kind] # both
   properties:
     kind: { type: string, enum: *kinds }
+    size:
+      type: integer
`);
});

test("a patch of JSON touches the changed lines alone", () => {
  const source = new SpecSource("spec.json", JSON_TEXT);
  (source.values as { sizes: number[] }).sizes.push(3);
  expect(source.patch()).toBe(`--- a/spec.json
+++ b/spec.json
@@ -3,6 +3,7 @@
   "names": { "one": 1 },
   "sizes": [
     1,
-    2
+    2,
+    3
   ]
 }
`);
});

test("closing brackets stay at the indentation of what they close", () => {
  const text = `${JSON.stringify({ a: { b: { c: [1] } }, d: [[2]] }, null, 2)}\n`;
  const json = new SpecSource("spec.json", text);
  (json.values as { a: Record<string, unknown> }).a.e = { f: [3] };
  expect(json.patch()).toBe(`--- a/spec.json
+++ b/spec.json
@@ -4,6 +4,11 @@
       "c": [
         1
       ]
+    },
+    "e": {
+      "f": [
+        3
+      ]
     }
   },
   "d": [
`);
});

test("the padding of values stays, on changed lines and beside them", () => {
  const source = new SpecSource(
    "spec.yaml",
    `Thing:
  type:     object
  required: [ kind,  size ]   # both
  sizes:    [1, 2]
  responses:
    200:  { description:  Good }
`,
  );
  const { Thing: thing } = source.values as { Thing: Record<string, unknown> };
  thing.sizes = [1, 2, 3];
  thing.added = true;
  expect(source.patch()).toBe(`--- a/spec.yaml
+++ b/spec.yaml
@@ -1,6 +1,7 @@
 Thing:
   type:     object
   required: [ kind,  size ]   # both
-  sizes:    [1, 2]
+  sizes:    [1, 2, 3]
   responses:
     200:  { description:  Good }
+  added: true
`);
});

test("without a change there is no patch", () => {
  expect(new SpecSource("spec.yaml", YAML).patch()).toBe("");
});
