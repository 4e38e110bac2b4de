// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "2bf2453eaa5f466bcf11ab1249169b8c39b5c4786db1a2dab6e67337db92abd6"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "d440a375aa1454e98a324f96742497620ca83fd476e7cc9d741a86a6d17c1c48"
  }
} as const;
