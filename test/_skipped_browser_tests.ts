import type { TestProject } from "vitest/node";
import { CHROMIUM, hasChromium } from "./_chromium.ts";

/** Says at the end of a run in one line how many tests were skipped for want of a browser. */
export default function tellSkippedBrowserTests({ vitest }: TestProject): () => void {
  return () => {
    if (hasChromium) return;
    const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
    const { length } = tests.filter(({ tags }) => tags.includes("browser"));
    if (length === 0) return;
    console.warn(
      `Chromium was not found at ${CHROMIUM}: ${length} browser tests were skipped; install it (apt-get install -y chromium) or set CHROMIUM_PATH`,
    );
  };
}
