// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "0aace751862739e10c8ad04a19fd2629ec2284414bb6e81fc3ad624ef36935f0"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "730a6e0849960507f7e0e9bc4665234c88784c16d874aa8ea0fabc68e2a5d57f"
  }
} as const;
