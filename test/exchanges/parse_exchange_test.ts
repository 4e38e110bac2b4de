import { describe, expect, test } from "vitest";
import { chainsOf, parseExchange } from "../exchange_runner/mod.ts";

const CASE = `# Blocks
# More about it
chains: delta, alpha
blocks: ours

let payment = transfer from 3 to 4 value 5

>>> POST {rpc}
Content-Type: text/plain
X-Other: a: b

{"jsonrpc":
  "2.0"}
<<< 200
Content-Type: application/json
{
@alpha  "a": 1,
@delta  "b": <hash block>
}

wait for <payment.txHash>

# a comment between
>>> GET {rest}/accounts/<account 3>
<<< 404
`;

describe("parseExchange", () => {
  test("It reads every part of a file", () => {
    const exchange = parseExchange(CASE, "alpha");
    expect(exchange).toEqual({
      title: "Blocks",
      chains: ["delta", "alpha"],
      needsOwnBlocks: true,
      steps: [
        {
          kind: "sign",
          line: 6,
          name: "payment",
          type: "transfer",
          options: { from: "3", to: "4", value: "5" },
        },
        {
          kind: "ask",
          line: 8,
          verb: "POST",
          url: "{rpc}",
          headers: [
            ["Content-Type", "text/plain"],
            ["X-Other", "a: b"],
          ],
          body: '{"jsonrpc":\n  "2.0"}',
          expected: {
            status: 200,
            headers: [["Content-Type", "application/json"]],
            body: { a: 1 },
          },
        },
        { kind: "wait", line: 21, hash: "<payment.txHash>" },
        {
          kind: "ask",
          line: 24,
          verb: "GET",
          url: "{rest}/accounts/<account 3>",
          headers: [],
          body: undefined,
          expected: { status: 404, headers: [], body: undefined },
        },
      ],
    });
  });

  test("parseExchange() reads how many transactions may wait, and refuses anything but a whole number", () => {
    const text = (size: string) => `# A\nmempool: ${size}\n\n>>> GET {rest}/blocks\n<<< 200\n{}\n`;
    expect(parseExchange(text("3"), "delta").mempoolSize).toBe(3);
    expect(() => parseExchange(text("0"), "delta")).toThrow('Line 2: cannot read "mempool: 0"');
  });

  test("parseExchange() reads the tier of callers without a key, and refuses an unknown tier", () => {
    const text = (tier: string) => `# A\ntier: ${tier}\n\n>>> GET {rest}/blocks\n<<< 200\n{}\n`;
    expect(parseExchange(text("Public"), "delta").tier).toBe("Public");
    expect(() => parseExchange(text("Gold"), "delta")).toThrow('Line 2: cannot read "tier: Gold"');
  });

  test("A line for another chain is not there", () => {
    const [, ask] = parseExchange(CASE, "delta").steps;
    expect(ask).toMatchObject({ expected: { body: { b: "\u0001hash block" } } });
  });

  test.each([
    ["GET {rest}/blocks", "Line 1: a title is expected"],
    ["# T\n>>> GET /blocks\n<<< 200", 'Line 2: cannot read ">>> GET /blocks"'],
    ["# T\n>>> GET {rest}/blocks", "Line 2: no answer (<<<) follows"],
    ["# T\n>>> GET {rest}/a\n>>> GET {rest}/b\n<<< 200", "Line 2: no answer (<<<) follows"],
    ["# T\n>>> GET {rest}/a\n<<< OK", 'Line 3: cannot read "<<< OK"'],
    ["# T\n>>> GET {rest}/a\n<<< 200\n{]", "Line 3: Cannot read expected body"],
    ["# T\n>>> MESSAGE {ws}\n{}\n>>> GET {rest}/a", "Line 2: no message (<<<) follows"],
    ["# T\n>>> MESSAGE {ws}\n{}\n<<< message\n{]", "Line 4: Cannot read expected body"],
    ["# T\n>>> MESSAGE {rest}\n<<< message", 'Line 3: cannot read "<<< message"'],
    ["# T\n<<< 200", 'Line 2: cannot read "<<< 200"'],
    ["# T\nlet a = stake from 1", 'Line 2: cannot read "let a = stake from 1"'],
    ["# T\nwait for it", 'Line 2: cannot read "wait for it"'],
    ["# T\nwait for <a>\nmore", 'Line 3: cannot read "more"'],
    ["# T\nhello", 'Line 2: cannot read "hello"'],
    ["# T\n", "at least one step"],
  ])("%j is refused", (text, message) => {
    expect(() => parseExchange(text, "alpha")).toThrow(message);
  });
});

describe("chainsOf", () => {
  test("A file without chains holds on all, and an unknown chain is refused", () => {
    expect(chainsOf("# T\n")).toEqual(["alpha", "delta"]);
    expect(chainsOf("# T\nchains: delta\n")).toEqual(["delta"]);
    expect(() => chainsOf("# T\nchains: gamma\n")).toThrow("got gamma");
  });
});
