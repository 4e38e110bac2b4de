# A byte order mark before a body is passed over

>>> POST {rpc}
<byte ef><byte bb><byte bf>{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
<byte ef><byte bb><byte bf><byte ef><byte bb><byte bf>{}
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error", "data": "<text>"}}
