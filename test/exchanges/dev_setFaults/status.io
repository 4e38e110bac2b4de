# A status is answered on purpose, by the rules of the server that is asked

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/v1/<segment>/blocks", "kind": "status", "probability": 1, "status": 500}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": [{"path": "/v1/<segment>/blocks", "kind": "status", "probability": 1, "status": 500}]}

>>> GET {rest}/blocks
<<< 500
{"success": false, "error": {"code": "INTERNAL_ERROR", "message": "Injected fault"}, "meta": <meta>}

>>> GET {rest}/chain/info?a
<<< 200
{"success": true, "data": <any>, "meta": <meta>}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/v1/<segment>/blocks", "kind": "status", "probability": 1, "status": 429}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": [{"path": "/v1/<segment>/blocks", "kind": "status", "probability": 1, "status": 429}]}

>>> GET {rest}/blocks/1
<<< 429
Retry-After: 1

{"success": false, "error": {"code": "RATE_LIMITED", "message": "Injected fault"}, "meta": <meta>}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/rpc/<segment>", "kind": "status", "probability": 1, "status": 429}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": [{"path": "/rpc/<segment>", "kind": "status", "probability": 1, "status": 429}]}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 7, "method": "chain_getInfo"}
<<< 429
{"jsonrpc": "2.0", "id": 7, "error": {"code": -32005, "message": "Limit exceeded", "data": "Injected fault"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": []}

>>> GET {rest}/chain/info?b
<<< 200
{"success": true, "data": <any>, "meta": <meta>}
