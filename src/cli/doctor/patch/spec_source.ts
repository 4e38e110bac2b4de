import { type Document, parseDocument } from "yaml";
import type { Fields } from "./locate_schema.ts";
import { type TextEdit, textEdits } from "./text_edits.ts";

/** A spec as text, with its values to make changes in. */
export class SpecSource {
  readonly name: string;
  readonly text: string;
  /** To be changed; an alias and what it stands for are one object. */
  readonly values: Fields;
  readonly #document: Document.Parsed;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    this.#document = parseDocument(text);
    this.values = this.#read();
  }

  /** The edits that bring the changes of the values into the text, from its start on. */
  edits(): TextEdit[] {
    const { contents } = this.#document;
    const edits = textEdits(this.text, contents, this.#read(), this.values);
    return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  }

  /** However often an alias stands: the limit is one for files of others. */
  #read(): Fields {
    return this.#document.toJS({ maxAliasCount: -1 }) as Fields;
  }
}
