# A batch is answered in its order, notifications left out

>>> POST {rpc}
[
  {"jsonrpc": "2.0", "id": 3, "method": "account_getNonce", "params": ["<unseen>"]},
  {"jsonrpc": "2.0", "method": "chain_getInfo", "params": []},
  {"jsonrpc": "2.0", "id": "two", "method": "nowhere", "params": []},
  7,
  {"id": 5, "method": "chain_getInfo"},
  {"jsonrpc": "2.0", "id": 1, "method": "account_getNonce", "params": [true]},
  {"jsonrpc": "2.0", "id": null, "method": "chain_getInfo"},
  {"method": "getBalance", "params": ["<unseen>"]},
  []
]
<<< 200
[
  {"jsonrpc": "2.0", "id": 3, "result": {"nonce": 0}},
  {"jsonrpc": "2.0", "id": "two", "error": {"code": -32601, "message": "Method not found", "data": "No method \"nowhere\""}},
  {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}},
  {"jsonrpc": "2.0", "id": 5, "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}},
  {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "address must be an address that starts with ax1 or dx1 and has a valid checksum, got true"}},
  {"jsonrpc": "2.0", "id": null, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}},
  {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "jsonrpc must be \"2.0\""}},
  {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request", "data": "A call must be an object"}}
]
