# A block with its transactions in full

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 1,
    "hash": <hash block>,
    "parentHash": <hash>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1, true]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 1,
    "hash": <block>,
    "parentHash": <hash>,
    "timestamp": <timestamp>,
    "transactions": [
      {
        "hash": <hash>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "blockNumber": 1,
        "blockHash": <block>,
        "transactionIndex": <counter>,
        "status": <text>,
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      },
      ...
    ],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [0, true]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 0,
    "hash": <hash>,
    "parentHash": <hash>,
    "timestamp": <timestamp>,
    "transactions": [],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}
