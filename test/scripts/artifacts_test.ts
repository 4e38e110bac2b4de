import { expect, test } from "vitest";
import { hashOf } from "../../scripts/artifacts.ts";
import { copySpecs, temporaryFolder } from "./_temporary_folder.ts";

test("the hash of what the site is built from tells two versions of a spec apart, and a site from a package", async () => {
  const copy = await copySpecs(await temporaryFolder());
  const [site, again, packed] = await Promise.all([
    hashOf("site"),
    hashOf("site", copy),
    hashOf("packed"),
  ]);
  expect(again).toBe(site);
  expect(packed).not.toBe(site);
});
