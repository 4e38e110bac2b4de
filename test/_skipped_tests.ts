import type { TestProject } from "vitest/node";
import { CHROMIUM, hasChromium } from "./_chromium.ts";
import { hasDeployTools } from "./_deploy_tools.ts";
import { POSTGRES } from "./_postgres.ts";
import { hasRedis } from "./_redis.ts";

/** Requirement of each tag, and what to do if it is missing. */
const NEEDS: readonly { readonly tag: string; readonly isThere: boolean; readonly text: string }[] =
  [
    {
      tag: "browser",
      isThere: hasChromium,
      text: `Chromium was not found at ${CHROMIUM}, install it (apt-get install -y chromium) or set CHROMIUM_PATH`,
    },
    {
      tag: "servers",
      isThere: POSTGRES !== undefined && hasRedis,
      text: "PostgreSQL or Redis was not found, install both (apt-get install -y postgresql redis-server) or set POSTGRES_BIN and REDIS_SERVER",
    },
    {
      tag: "deploy",
      isThere: hasDeployTools,
      text: "promtool or systemd-analyze was not found, install both (apt-get install -y prometheus systemd)",
    },
  ];

/** Says at the end of a run, in one line each, how many tests were skipped for want of a program. */
export default function tellSkippedTests({ vitest }: TestProject): () => void {
  return () => {
    const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
    for (const { tag, isThere, text } of NEEDS) {
      const { length } = tests.filter(({ tags }) => tags.includes(tag));
      if (!isThere && length > 0) console.warn(`${text}: ${length} ${tag} tests were skipped`);
    }
  };
}
