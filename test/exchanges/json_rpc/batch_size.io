# A batch has one to a hundred calls

>>> POST {rpc}
[]
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A batch must have 1 to 100 calls, got 0"}}

>>> POST {rpc}
<calls 101>
<<< 200
{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A batch must have 1 to 100 calls, got 101"}}

>>> POST {rpc}
<calls 100>
<<< 200
[{"jsonrpc": "2.0", "id": <counter>, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}, ...100]
