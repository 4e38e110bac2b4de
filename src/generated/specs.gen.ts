// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "3bc8e6050987e8cb54cc494b4e956d0872e3d6bfd3012c6b279bcbee369fac76"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "8c58d143479b83357385f3f8e7c290935d8aa9c4b701f721cae765a9a78a66a5"
  }
} as const;
