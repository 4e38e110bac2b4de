// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "a1233dfda4984734fb358198995134c79dbf9b94998d02e65f94528e4e5625a7"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "f6841320df49ad9f060f767ac925dbdc446329fb8546d61670ac58a474bfbe19"
  }
} as const;
