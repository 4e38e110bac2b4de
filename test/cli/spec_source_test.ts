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

test("without a change there is no patch", () => {
  expect(new SpecSource("spec.yaml", YAML).patch()).toBe("");
});
