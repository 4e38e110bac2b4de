# Parameters that are left out count as none

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo"}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "account_getNonce"}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got nothing"}}
