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
