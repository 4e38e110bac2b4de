import { expect, test } from "vitest";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { readModel } from "../../../scripts/specs/read_model.ts";
import { UNDOCUMENTED } from "../../../scripts/specs/strength.ts";
import { markUndocumented } from "../../../scripts/generate/mark_undocumented.ts";

const model = readModel(await loadSpecs(new URL("../../..", import.meta.url).pathname));

test("names the types of what the interface does not show, and no others", () => {
  const text = `// Header

export type Thing = {
    /**
     * Given.
     */
    given: string;
    /**
     * Decided. ${UNDOCUMENTED}
     */
    decided?: Array<Hash> | null;
    /**
     * A list of what was decided.
     */
    logs: Array<RpcLog>;
    /**
     * A name that has another in it.
     */
    other: RpcLogs;
};
`;
  const marked = markUndocumented(text, model);
  expect(marked).toContain(
    '// Header\n\nimport type { Undocumented } from "../../units/mod.ts";\n',
  );
  expect(marked).toContain("    given: string;");
  expect(marked).toContain("    decided?: Undocumented<Array<Hash> | null>;");
  expect(marked).toContain("    logs: Array<Undocumented<RpcLog>>;");
  expect(marked).toContain("    other: RpcLogs;");
});

test("leaves a text alone that has nothing of the kind", () => {
  const text = "// Header\n\nexport type Thing = {\n    given: string;\n};\n";
  expect(markUndocumented(text, model)).toBe(text);
});
