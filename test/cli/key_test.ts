import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueKey, migrate, openKeys, openSharedKeys } from "../../src/service/internal.ts";
import { openDatabases } from "../_postgres.ts";
import { runCli } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "key-"));
});
afterAll(() => rm(data, { recursive: true, force: true }));

describe("alphadelta key", () => {
  test("issues a key that a running service takes, lists it and revokes it", async () => {
    const quick = ["--port", "0", "--history", "0", "--chain", "delta"];
    const serving = runCli("serve", ...quick, "--data", data);
    const [, origin = ""] = await serving.printed(/up at (http:\/\/127\.0\.0\.1:\d+)/);
    const order = ["--data", data, "--email", "a@b.c", "--tier", "Enterprise"];
    const issued = await runInProcess(["key", "issue", ...order]);
    expect(issued.code).toBe(0);
    const apiKey = issued.stdout.trim();
    const ask = (): Promise<Response> =>
      fetch(`${origin}/v1/delta/chain/info`, { headers: { "X-API-Key": apiKey } });
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit")).toBeNull();

    const { stdout } = await runInProcess(["key", "list", "--data", data]);
    expect(stdout).toMatch(/^ID .* STATE\n[0-9a-f]{12}  Enterprise  a@b\.c  .*  good\n$/);
    const [id = ""] = stdout.match(/^[0-9a-f]{12}/m) ?? [];
    expect(stdout).not.toContain(apiKey);
    const revoked = await runInProcess(["key", "revoke", id, "--data", data]);
    expect(revoked.code).toBe(0);
    expect((await ask()).status).toBe(400);
    serving.kill();
    const { stdout: said, stderr } = await serving.ended;
    expect(said + stderr).not.toContain(apiKey);
  });

  test("issues, lists and revokes keys in a database that services share", async () => {
    const url = (await openDatabases()).url("keys");
    const store = ["--store", url];
    const { stderr: why } = await runInProcess(["key", "list", ...store]);
    expect(why).toContain('it has no schema; run "alphadelta migrate"');
    await migrate({ store: url, segments: [] });
    const issued = await runInProcess(["key", "issue", ...store, "--email", "a@b.c"]);
    expect(issued.stdout).toMatch(/^ad_[\w-]+\n$/);
    const { stdout } = await runInProcess(["key", "list", ...store]);
    expect(stdout).toMatch(/^ID .* STATE\n[0-9a-f]{12}  Registered  a@b\.c  .*  good\n$/);
    const [id = ""] = stdout.match(/^[0-9a-f]{12}/m) ?? [];
    expect((await runInProcess(["key", "revoke", id, ...store])).code).toBe(0);
    const keys = await openSharedKeys(url);
    expect((await keys.list()).map(({ revokedAt }) => revokedAt)).toEqual([expect.any(Number)]);
    await keys.close();
  });

  test("shows a key with its uses, puts another in its place, and lists what is not used", async () => {
    const place = ["--data", join(data, "life")];
    const email = ["--email", "a@b.c"];
    const given = ["--label", "site", "--origins", "https://a.example,https://b.example"];
    const issued = await runInProcess([
      "key",
      "issue",
      ...place,
      ...email,
      ...given,
      "--expires",
      "90d",
      "--json",
    ]);
    const { id, apiKey } = JSON.parse(issued.stdout) as { id: string; apiKey: string };
    const shown = await runInProcess(["key", "show", id, ...place, "--json"]);
    const { createdAt, expiresAt, ...rest } = JSON.parse(shown.stdout) as Record<string, unknown>;
    expect(Number(expiresAt) - Number(createdAt)).toBe(90 * 86_400);
    expect(rest).toEqual({
      ...{ id, tier: "Registered", email: "a@b.c", label: "site", revokedAt: null, lastUse: null },
      subject: "email:a@b.c",
      ...{
        origins: ["https://a.example", "https://b.example"],
        requestsToday: 0,
        refusalsToday: 0,
      },
    });
    const rotated = await runInProcess(["key", "rotate", id, ...place, "--keep", "3d"]);
    expect(rotated.stdout).toMatch(/^ad_[\w-]+\n$/);
    expect(rotated.stdout.trim()).not.toBe(apiKey);
    expect(rotated.stderr).toMatch(/^Key \w+ of a@b\.c, tier Registered, valid until 20\S+Z\. /);
    expect(rotated.stderr).toMatch(new RegExp(`^Key ${id} is valid until 20.*Z\\.$`, "m"));
    const listed = await runInProcess(["key", "list", ...place]);
    expect(listed.stdout).toMatch(/site .* good until .*\n.*site .* good until .*\n$/);
    const read = await runInProcess(["key", "show", id, ...place]);
    expect(read.stdout).toMatch(/^createdAt +(?:now|\d s ago) \(20\S+Z\)\nexpiresAt +in 3 d \(/m);
    const unused = await runInProcess(["key", "list", ...place, "--unused", "30d"]);
    expect(unused).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(/^There are no such keys in /),
    });
  });

  test.each([
    [["--expires", "90"], "must be a time such as 90d, 12h, 30m or 45s, got"],
    [["--label", "a b"], "Cannot issue key: --label must be 1 to 40 letters, digits, . _ -, got"],
    [
      ["--origins", "app.example"],
      "Cannot issue key: --origins must be origins such as https://app.example, got",
    ],
    [
      ["--origins", "https://App.example/"],
      'origins must be origins such as https://app.example, got "https://App.example/"',
    ],
  ])("issues none with %j", async (wrong, message) => {
    const place = ["--data", join(data, "none"), "--email", "a@b.c"];
    const { code, stderr } = await runInProcess(["key", "issue", ...place, ...wrong]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test.each([[["key", "list"]], [["migrate"]]])(
    "%j says why a database refuses connections, without its password",
    async (command) => {
      const url = "postgres://service:secret@127.0.0.1:1/alphadelta";
      const { code, stderr } = await runInProcess([...command, "--store", url]);
      expect(stderr).toBe("error: Cannot use the database: connect ECONNREFUSED 127.0.0.1:1\n");
      expect(code).toBe(1);
    },
  );

  test("escapes control characters in an email stored by an earlier release", async () => {
    const folder = await mkdtemp(join(data, "odd-"));
    const keys = await openKeys(folder);
    const email = "a@b.\u001b[2J\u202ec";
    const { record } = await issueKey(keys, { email: "a@b.c", tier: "Registered", now: 1 });
    await keys.put({ ...record, hash: "0".repeat(64), email });
    await keys.close();
    const { stdout } = await runInProcess(["key", "list", "--data", folder]);
    expect(stdout).toContain("  a@b.\\u001b[2J\\u202ec  ");
  });

  test.each([
    [
      2,
      ["key", "issue", "--email", "a@b.c"],
      "Missing place: use --data <folder> or --store <url>.",
    ],
    [
      2,
      ["key", "issue", "--data", "X", "--email", "nobody"],
      'Cannot issue key: --email must be an email address of at most 254 visible characters, got "nobody"',
    ],
    [
      2,
      ["key", "issue", "--data", "X", "--email", "a@b.c", "--tier", "Gold"],
      "must be one of Public, Registered, Enterprise, got",
    ],
    [
      3,
      ["key", "revoke", "0123", "--data", "X"],
      "Cannot revoke key 0123: no valid key has this id",
    ],
    [
      3,
      ["key", "revoke", "ad_pasted", "--data", "X"],
      "Cannot revoke key: no valid key has this id",
    ],
    [
      1,
      ["key", "list", "--data", "/nowhere"],
      "Cannot use data folder /nowhere: no service has run",
    ],
    [1, ["key", "revoke", "0123", "--data", "/nowhere"], "Cannot use data folder /nowhere"],
    [2, ["serve", "--keyless-tier", "Gold"], "must be one of Public, Registered, Enterprise, got"],
  ])("ends with %i for %j, and says why", async (exitCode, args, message) => {
    const { code, stdout, stderr } = await runInProcess(
      args.map((arg) => (arg === "X" ? data : arg)),
    );
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(code).toBe(exitCode);
  });
});
