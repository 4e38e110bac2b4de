import { isObject } from "../../validation/mod.ts";

/** Codes of Node of a connection that did not come about. */
const UNCONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_|UNREACH|ERR_CONNECT/;

/** Returns true for the error of a request that surely did not go out, since there was no connection. */
export function isUnsent(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { code, cause } = error;
  return UNCONNECTED.test(String(code)) || isUnsent(cause);
}
