// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "bb84ec21d08d3aaabefb7b0d3b49f5161a8733ec4bde29b2c7d8338745232d29"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "0a169a933e65b57d3047d018580b050a509783d8b81d7e5025b51e8f2c33505f"
  }
} as const;
