/** Words that JavaScript does not take as the name of a constant of a module. */
export const RESERVED_WORDS: readonly string[] = [
  ...["arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger"],
  ...["default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally"],
  ...["for", "function", "if", "implements", "import", "in", "instanceof", "interface", "let"],
  ...["new", "null", "package", "private", "protected", "public", "return", "static", "super"],
  ...["switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while"],
  ...["with", "yield"],
];

/** `name` as the type generator spells it: `rpc_chain_getInfo` becomes `RpcChainGetInfo`. */
export function pascalCase(name: string): string {
  return name
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** `InternalError` becomes `RPC_INTERNAL_ERROR`. */
export function constantName(name: string): string {
  return `RPC${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** True for "01" and "1.0": the type generator takes them for the number 1. */
export function isRewritten(name: string): boolean {
  return /^\d+(\.\d+)?$/.test(name) && String(Number(name)) !== name;
}
