import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { nodesOf } from "../nodes.ts";
import { isObject } from "../json.ts";

/** Keywords with words that stand in comments of generated code. */
const WORDS = ["title", "summary", "description", "reason", "x-reason"];

/** A tag of a comment: `{@link Block}`, or `@deprecated` where a line begins. */
const TAG = /\{@\w*|^[ \t]*@\w+/m;

/** No words of the specs are tags of the comments that they stand in. */
export function taggedText({ openapi, openrpc }: Specs): Problem[] {
  return [openapi, openrpc].flatMap(nodesOf).flatMap(({ spec, path, value }) => {
    const texts = WORDS.map((keyword) => [keyword, isObject(value) ? value[keyword] : undefined]);
    return texts.flatMap(([keyword, text]) => {
      const [tag] = (typeof text === "string" && TAG.exec(text)) || [];
      if (tag === undefined) return [];
      const message = `"${tag.trim()}" is a tag of comments in generated code`;
      const fix = "Write the name alone, or another word in front of it.";
      return [spec.problem([...path, String(keyword)], message, fix)];
    });
  });
}
