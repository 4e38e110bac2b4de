// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "d82e9a1959b33e8f5f32abd4495a64041c3db3f9b433b7ddf8331e47d576daf5"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "f6841320df49ad9f060f767ac925dbdc446329fb8546d61670ac58a474bfbe19"
  }
} as const;
