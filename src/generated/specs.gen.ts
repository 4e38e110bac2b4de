// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "6ee6843a42d5b37e72f84749eb87a9c05f02ababb812923dccce639cc8ff9dbb"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ddca7a0b3f5508e0c7d5581a736018ac7af1af758f2e87b8f81e87e05f9e8788"
  }
} as const;
