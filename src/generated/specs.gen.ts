// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "5af9c982b5a8fac0c6f637ecee336dbed4d50d595f0f03dddc3c04e4f9424749"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "a36f56e7f8d210c1b4678f756362e922f192f846e9224b0437eac5c8ca578386"
  }
} as const;
