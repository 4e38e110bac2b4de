# Who may not control the devnet is told what is wrong

blocks: ours

>>> POST {rpc}
Host: localhost

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control requires the token printed at startup, the header X-Dev-Token is missing"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: another

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control requires the token printed at startup, the header X-Dev-Token has another value"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>
Origin: http://other.test

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control refuses requests of other web pages, the Origin is \"http://other.test\""}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>
Forwarded: for=127.0.0.1

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control refuses proxied requests, the header forwarded is set"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>
X-Forwarded-For: 127.0.0.1

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control refuses proxied requests, the header x-forwarded-for is set"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>
X-Forwarded-Proto: https

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control refuses proxied requests, the header x-forwarded-proto is set"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>
X-Real-IP: 127.0.0.1

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control refuses proxied requests, the header x-real-ip is set"}}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>
Via: 1.1 a

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control refuses proxied requests, the header via is set"}}

>>> POST {rpc}
Host: a.test
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_mine", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Invalid request", "data": "Devnet control requires localhost, 127.0.0.0/8 or [::1] as Host, got \"a.test\""}}
