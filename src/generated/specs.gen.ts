// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "7bd0612cfacaa245fd2bbf01600855176df441a4102e94b23b4d02251b9e0d17"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "2bd6c2cf0e7ddd815c0b6e4e6da4f43985a69681d18e369c4b588bfc92715d51"
  }
} as const;
