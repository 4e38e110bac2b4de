# A rule that is none is refused, with the place where it is wrong

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "rules must be a list of at most 100 rules, each with path, kind, probability and, where they are wanted, status and delayMs, got nothing"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/v1", "kind": "explode", "probability": 1}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "rules.0.kind must be <text>, got \"explode\""}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/v1", "kind": "drop", "probability": 1}, {"path": "/v1", "kind": "drop", "probability": 1.5}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "rules.1.probability must be at most 1, got 1.5"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/v1", "kind": "status", "probability": 1, "status": 200}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "rules.0.status must be at least 400, got 200"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_setFaults", "params": [[{"path": "/v1", "kind": "delay", "probability": 1, "delayMs": 600001}]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "rules.0.delayMs must be at most 600000, got 600001"}}
