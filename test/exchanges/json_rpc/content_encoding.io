# A body must not be compressed

>>> POST {rpc}
Content-Encoding: identity
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
Content-Encoding: br
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "Content-Encoding must be left out, got \"br\": send the body uncompressed"}}
