// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "24e60969ed4bee92c47cff4a75263adcb2b76b4bb6228203723e596a0a9d56ba"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "c8146258bcd3618e267cf18efd6691fdf8917d4bdbba18d8afd3072cd669a28a"
  }
} as const;
