/** A text of a spec, and what to put in its place, wherever it stands. */
type Change = readonly [find: RegExp, put: string];

/** Names that stand in the specs alone: one of each kind with another name. */
const IN_BOTH: readonly Change[] = [
  [/\bgetChainStats\b/g, "getFigures"],
  [/\bdelta_getStake\b/g, "delta_readStake"],
  [/\bchain_subscribe\b/g, "chain_follow"],
  [/\bchain_subscription\b/g, "chain_event"],
  [/"reorgs"/g, '"rollbacks"'],
  [/\bINVALID_PARAM\b/g, "BAD_ARGUMENT"],
  [/-32004\b/g, "-32044"],
  [/alpha-testnet, delta, delta-testnet/g, "alpha-stage, delta-main, delta-stage"],
  [/"alpha-testnet", "delta", "delta-testnet"/g, '"alpha-stage", "delta-main", "delta-stage"'],
];

/** A name to replace, and when. */
const DEPRECATED = {
  since: "2026-01-31",
  sunset: "2026-07-31",
  reason: "Use getChainInfo instead.",
};
const MARK = `"deprecated": true, "x-deprecated": ${JSON.stringify(DEPRECATED)}`;

/** A further version of the REST interface. */
const NEXT_SERVER =
  '{ url: "{apiHost}/v2/{segment}", description: The next version., variables: { apiHost: { default: "http://127.0.0.1:8645", description: Host. }, segment: { default: delta-main, enum: [alpha, alpha-stage, delta-main, delta-stage], description: Segment. } } }';

const IN_OPENAPI: readonly Change[] = [
  [
    /^ {6}operationId: getFigures$/m,
    `$&\n      deprecated: true\n      x-deprecated: ${JSON.stringify(DEPRECATED)}`,
  ],
  [
    /^ {8}- name: direction$/m,
    '$&\n          deprecated: true\n          x-deprecated: { reason: "Look at all." }',
  ],
  [
    /^ {8}avgBlockTime:$/m,
    '$&\n          deprecated: true\n          x-deprecated: { reason: "Use blockTime." }',
  ],
  [
    /^ {10}description: Email address of the holder\.$/m,
    '$&\n          deprecated: true\n          x-deprecated: { reason: "Use a form." }',
  ],
  [/^ {2}\/chain\/info:$/m, `$&\n    servers: [${NEXT_SERVER}]`],
  [/^ {2}\/chain\/stats:/m, "  /figures:"],
  [/^ {8}- name: direction$/m, "        - name: way"],
  [/^ {2}\/blocks:/m, "  /slabs:"],
  [/^ {2}\/validators:/m, "  /guards:"],
  [/\/blocks\/\{identifier\}:/, "/blocks/{wanted}:"],
  [/^ {8}- name: identifier$/m, "        - name: wanted"],
  [/x-identity: \{ identifier:/, "x-identity: { wanted:"],
  [/name: X-API-Key$/m, "name: X-Token"],
  [/status: 400$/m, "status: 422"],
  [/^ {8}"400":/gm, '        "422":'],
  [/^ {2}Public:$/m, "  Anonymous:"],
  [/\[Public, Registered, Enterprise\]/g, "[Anonymous, Known, Enterprise]"],
  [/^ {2}Registered:$/m, "  Known:"],
  [/\bRegistered\b/g, "Known"],
  [/^ {8}default: delta$/m, "        default: delta-main"],
  [/^ {2}alpha-testnet:$/m, "  alpha-stage:"],
  [/^ {2}delta:$/m, "  delta-main:"],
  [/^ {2}delta-testnet:$/m, "  delta-stage:"],
  [/network: testnet$/gm, "network: stage"],
  [/\[mainnet, testnet\]/g, "[mainnet, stage]"],
  [/required: \[blocks, pagination\]/, "required: [entries, pagination]"],
  [/^ {8}blocks:$/m, "        entries:"],
  [/^ {10}blocks:$/m, "          entries:"],
  [/items: blocks,/, "items: entries,"],
];

const IN_OPENRPC: readonly Change[] = [
  [/"wsKeyParameter": "apiKey"/, '"wsKeyParameter": "token"'],
  [/"1003": \{/, '"4003": {'],
  [/"1008": \{/, '"4008": {'],
  [/"batchCalls": \{\s*"value": 100/, '"batchCalls": { "value": 3'],
  [/"subscriptionsPerConnection": \{\s*"value": 100/, '"subscriptionsPerConnection": { "value": 3'],
  [/("name": "delta_getValidator"[^]*?"paramStructure": )"by-position"/, '$1"by-name"'],
  [/"name": "delta_readStake",/, `$& ${MARK},`],
  [/("name": "account_getNonce"[^]*?"paramStructure": )"by-position"/, '$1"either"'],
  [
    /("name": "account_getNonce"[^]*?"params": \[\s*\{)/,
    '$1 "deprecated": true, "x-deprecated": { "reason": "Ask by key." },',
  ],
  [/"default": "delta"/g, '"default": "delta-main"'],
  [/"networkId": "delta"/g, '"networkId": "delta-main"'],
  [/"examples": \["delta"\]/, '"examples": ["delta-main"]'],
];

/** `openapi.yaml` with one of each kind renamed. */
export function renameInOpenapi(text: string): string {
  return changed(text, [...IN_BOTH, ...IN_OPENAPI]);
}

/** `openrpc.json` with one of each kind renamed. */
export function renameInOpenrpc(text: string): string {
  return changed(text, [...IN_BOTH, ...IN_OPENRPC]);
}

function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((whole, [find, put]) => whole.replace(find, put), text);
}

/** A place that names what was renamed, and how it is mended. */
export interface Mend {
  /** Below `src`. */
  readonly file: string;
  readonly changes: readonly Change[];
}

const OPERATION: Change = [/\bgetChainStats\b/g, "getFigures"];
const METHOD: Change = [/\bdelta_getStake\b/g, "delta_readStake"];
const SUBSCRIBE: Change = [/\bchain_subscribe\b/g, "chain_follow"];
const TOPIC: Change = [/\breorgs\b/g, "rollbacks"];
const CODE: Change = [/\bINVALID_PARAM\b/g, "BAD_ARGUMENT"];

/** Edits left to do by hand after the renames: places that the compiler names. */
export const MENDS: readonly Mend[] = [
  {
    file: "client/create_client.ts",
    changes: [[/getChainStats \} = operations/, "getFigures: getChainStats } = operations"]],
  },
  { file: "cli/doctor/rest_probes.ts", changes: [CODE] },
  { file: "events/_wire.ts", changes: [SUBSCRIBE, TOPIC] },
  { file: "service/api/events/topics.ts", changes: [TOPIC] },
  {
    file: "service/api/rest/_operations.ts",
    changes: [
      OPERATION,
      [/\{ direction \} = query/, "{ way: direction } = query"],
      [/path\.identifier/g, "path.wanted"],
    ],
  },
  { file: "service/api/context/answers.ts", changes: [CODE] },
  { file: "service/api/rest/_read_body.ts", changes: [CODE] },
  { file: "service/api/rest/_read_parameters.ts", changes: [CODE] },
  { file: "service/api/rpc/_methods.ts", changes: [METHOD] },
  { file: "service/api/rpc/_run_socket_method.ts", changes: [SUBSCRIBE] },
  { file: "service/server/pipeline/pipeline.ts", changes: [CODE] },
  { file: "service/server/pipeline/_refusals.ts", changes: [CODE] },
  { file: "service/server/pipeline/_fault.ts", changes: [CODE] },
  { file: "submission/_inspect.ts", changes: [[/direction: "out"/, 'way: "out"']] },
];

/** Edits of the requests that examples are taken by, in `scripts/examples`. */
export const EXAMPLE_MENDS: readonly Mend[] = [
  { file: "requests.ts", changes: [METHOD, SUBSCRIBE, [/getBlock identifier/, "getBlock wanted"]] },
  { file: "example_service.ts", changes: [SUBSCRIBE] },
];

/** The text of a source file with what was renamed mended. */
export function mended(text: string, { file, changes }: Mend): string {
  const missed = changes.find(([find]) => text.search(find) < 0);
  if (missed) throw new Error(`Cannot mend ${file}: it has no ${missed[0]}`);
  return changed(text, changes);
}
