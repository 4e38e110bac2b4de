import type { Specs } from "../../../scripts/specs/specs.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  visit,
} from "../../../scripts/specs/json.ts";
import type { SpecFile } from "../../../scripts/specs/spec_file.ts";

/** Something an example says: `block 0x4187…`, `timestamp`, `1795219200`. */
interface Fact {
  readonly subject: string;
  readonly aspect: string;
  readonly value: Json | undefined;
}

/** Fields that say the same wherever a block, transaction, validator or proposal is shown. */
const BLOCK = words(
  "number timestamp txCount validator parentHash stateRoot transactionsRoot receiptsRoot gasUsed gasLimit",
);
const TRANSACTION = words(
  "blockNumber blockHash from to value nonce gasPrice gasLimit gasUsed transactionIndex type serialNumbers commitments",
);
const VALIDATOR = words("name stake delegatedStake commission uptime status");
const PROPOSAL = words(
  "title proposer status votesFor votesAgainst votesAbstain startBlock endBlock description",
);

/** Effect of a transaction, by each of its statuses. */
const HAD_EFFECT: Readonly<Record<string, boolean>> = {
  success: true,
  confirmed: true,
  1: true,
  failed: false,
  0: false,
};

/** Contradictions between examples of the specs about one block, transaction or other subject. */
export function exampleContradictions({ openapi, openrpc }: Specs): string[] {
  const first = new Map<string, { readonly text: string; readonly where: string }>();
  const contradictions: string[] = [];
  for (const spec of [openapi, openrpc]) {
    for (const { value, path } of examplesOf(spec)) {
      const where = `${spec.file}:${spec.lineOf(path)}`;
      for (const fact of factsOf(value)) {
        const key = `${fact.aspect} of ${fact.subject}`;
        const text = JSON.stringify(fact.value);
        const known = first.get(key);
        if (!known) first.set(key, { text, where });
        else if (known.text !== text)
          contradictions.push(`${where}: ${key} is ${text}, but ${known.text} at ${known.where}`);
      }
    }
  }
  return contradictions;
}

/** Number of subjects the examples speak of, to see that they speak of some. */
export function countSubjects({ openapi, openrpc }: Specs): number {
  const all = [openapi, openrpc].flatMap(examplesOf).flatMap(({ value }) => factsOf(value));
  return new Set(all.map(({ subject }) => subject)).size;
}

interface Example {
  readonly value: Json;
  readonly path: Path;
}

function examplesOf(spec: SpecFile): Example[] {
  const examples: Example[] = [];
  visit(spec.value, (value, path) => {
    const isOutermost = !path.slice(0, -1).some(isExampleKey);
    if (isOutermost && isExampleKey(path.at(-1))) examples.push({ value, path });
  });
  return examples;
}

function isExampleKey(key: string | number | undefined): boolean {
  return key === "example" || key === "examples" || key === "x-example";
}

function factsOf(example: Json): Fact[] {
  const facts: Fact[] = [];
  visit(example, (value) => {
    if (!isObject(value)) return;
    facts.push(...blockFacts(value), ...transactionFacts(value), ...alphaFacts(value));
    facts.push(...accountFacts(value), ...pageFacts(value), ...callFacts(value));
  });
  return facts;
}

/** Facts about `subject` in the fields of `object`. */
function fieldFacts(subject: string, object: JsonObject, fields: readonly string[]): Fact[] {
  return fields
    .filter((aspect) => object[aspect] !== undefined)
    .map((aspect) => ({ subject, aspect, value: object[aspect] }));
}

function blockFacts(object: JsonObject): Fact[] {
  const { number, hash, parentHash, txCount } = object;
  if (typeof number !== "number" || typeof hash !== "string") return [];
  const subject = `block ${hash}`;
  const facts = [
    ...fieldFacts(subject, object, BLOCK),
    { subject: `height ${number}`, aspect: "hash", value: hash },
  ];
  if (parentHash !== undefined)
    facts.push({ subject: `height ${number - 1}`, aspect: "hash", value: parentHash });
  if (txCount === undefined && !Array.isArray(object.transactions)) return facts;
  const inside = arrayAt(object, "transactions").map((item) => (isObject(item) ? item.hash : item));
  if (txCount === undefined) facts.push({ subject, aspect: "txCount", value: inside.length });
  for (const transaction of inside)
    facts.push({ subject: `transaction ${transaction}`, aspect: "blockHash", value: hash });
  return facts;
}

function transactionFacts(object: JsonObject): Fact[] {
  const hash = object.transactionHash ?? (object.from === undefined ? undefined : object.hash);
  if (typeof hash !== "string") return [];
  const { blockNumber, blockHash, timestamp, status } = object;
  const subject = `transaction ${hash}`;
  const fields = object.commitment === undefined ? TRANSACTION : ["blockNumber"];
  const facts = fieldFacts(subject, object, fields);
  const hadEffect = HAD_EFFECT[String(status)];
  if (hadEffect !== undefined) facts.push({ subject, aspect: "effect", value: hadEffect });
  if (typeof blockHash !== "string") return facts;
  facts.push({ subject: `height ${blockNumber}`, aspect: "hash", value: blockHash });
  facts.push({ subject: `block ${blockHash}`, aspect: "number", value: blockNumber });
  if (timestamp !== undefined)
    facts.push({ subject: `block ${blockHash}`, aspect: "timestamp", value: timestamp });
  return facts;
}

/** Records and serial numbers, which transactions of alpha create and spend. */
function alphaFacts(object: JsonObject): Fact[] {
  const { hash, commitment, transactionHash, index, serialNumber, blockNumber } = object;
  const facts: Fact[] = [];
  arrayAt(object, "commitments").forEach((created, position) => {
    const subject = `record ${created}`;
    facts.push({ subject, aspect: "transaction", value: hash });
    facts.push({ subject, aspect: "index", value: position });
  });
  for (const spent of arrayAt(object, "serialNumbers"))
    facts.push({ subject: `serial number ${spent}`, aspect: "block", value: blockNumber });
  if (commitment !== undefined) {
    const subject = `record ${commitment}`;
    facts.push({ subject, aspect: "transaction", value: transactionHash });
    facts.push({ subject, aspect: "index", value: index });
  }
  if (serialNumber !== undefined)
    facts.push({ subject: `serial number ${serialNumber}`, aspect: "block", value: blockNumber });
  return facts;
}

function accountFacts(object: JsonObject): Fact[] {
  const { address, id, title, chain, txCount, commission } = object;
  if (txCount !== undefined && address !== undefined)
    return fieldFacts(`account ${address}`, object, ["balance", "nonce"]);
  if (commission !== undefined) return fieldFacts(`validator ${address}`, object, VALIDATOR);
  if (title !== undefined) return fieldFacts(`proposal ${id}`, object, PROPOSAL);
  return chain === undefined
    ? []
    : fieldFacts(`chain ${chain}`, object, ["blockHeight", "version"]);
}

/** A page count says the same as the total and the page size. */
function pageFacts({ limit, totalItems, totalPages }: JsonObject): Fact[] {
  if (typeof totalPages !== "number") return [];
  const subject = `${totalItems} items in pages of ${limit}`;
  return [
    { subject, aspect: "totalPages", value: totalPages },
    { subject, aspect: "totalPages", value: Math.ceil(Number(totalItems) / Number(limit)) },
  ];
}

/** Facts about the result of a call in its parameters. */
function callFacts(call: JsonObject): Fact[] {
  const params = arrayAt(call, "params").filter(isObject);
  const named = Object.fromEntries(params.map(({ name, value }) => [String(name), value]));
  const result = objectAt(call, "result").value;
  const { address, serialNumber, blockNumber = "latest" } = named;
  if (typeof result === "string" && address !== undefined)
    return [{ subject: `account ${address}`, aspect: "balance", value: result }];
  if (!isObject(result)) return [];
  if (serialNumber !== undefined && result.spent === true)
    return alphaFacts({ serialNumber, blockNumber: result.blockNumber });
  if (address !== undefined && blockNumber === "latest")
    return fieldFacts(`account ${address}`, result, ["balance", "nonce"]);
  return askedFacts(named, result);
}

/** The result is of the block, transaction or record that was asked for. */
function askedFacts(asked: JsonObject, result: JsonObject): Fact[] {
  const hash = result.transactionHash ?? result.hash;
  const answered: JsonObject = {
    txHash: hash,
    txid: hash,
    blockHash: result.hash,
    blockNumber: result.number ?? result.blockNumber,
    commitment: result.commitment,
  };
  const subject = `the answer to ${JSON.stringify(asked)}`;
  return Object.entries(asked).flatMap(([aspect, value]) =>
    answered[aspect] === undefined
      ? []
      : [
          { subject, aspect, value },
          { subject, aspect, value: answered[aspect] },
        ],
  );
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
