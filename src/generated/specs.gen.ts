// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "61f8826c8e19fd1d5e6c71425e925740dda687cc8edfb903be9b982aa5e6cac8"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "fb386d0772cdf0350b59f4a22a313192ef63fc772b4881bd2218ae5b6aba478c"
  }
} as const;
