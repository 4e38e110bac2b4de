# A block with the hashes of its transactions

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 1,
    "hash": <hash first>,
    "parentHash": <hash genesis>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1, false]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 1,
    "hash": <first>,
    "parentHash": <genesis>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [0]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 0,
    "hash": <genesis>,
    "parentHash": "0x0000000000000000000000000000000000000000000000000000000000000000",
    "timestamp": <timestamp>,
    "transactions": [],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}
