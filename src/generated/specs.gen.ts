// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "bb84ec21d08d3aaabefb7b0d3b49f5161a8733ec4bde29b2c7d8338745232d29"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "771c18b47ea5e6dbbc56501d83b313c5aad30ca10c3fc3baa074dc364190facb"
  }
} as const;
