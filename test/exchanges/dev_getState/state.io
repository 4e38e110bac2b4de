# The state tells the snapshots, and takes no parameters

blocks: ours

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_snapshot", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": <text snapshot>}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_getState", "params": []}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "mode": <text>,
    "seconds": <number>,
    "timestamp": <timestamp>,
    "snapshots": [<text>, ...],
    "rules": []
  }
}

>>> POST {rpc}
Host: localhost
X-Dev-Token: <token>

{"jsonrpc": "2.0", "id": 1, "method": "dev_getState", "params": ["a"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "dev_getState takes at most 0 parameters, got 1"}}
