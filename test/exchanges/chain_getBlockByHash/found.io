# A block by its hash

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [3]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 3,
    "hash": <hash block>,
    "parentHash": <hash parent>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByHash", "params": ["<block>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 3,
    "hash": <block>,
    "parentHash": <parent>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByHash", "params": ["<parent>", false]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 2,
    "hash": <parent>,
    "parentHash": <hash>,
    "timestamp": <timestamp>,
    "transactions": [<hash>, ...],
    "stateRoot": <hash>,
    "receiptsRoot": <hash>
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByHash", "params": ["<block>", true]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 3,
    "hash": <block>,
    "parentHash": <parent>,
    "timestamp": <timestamp>,
    "transactions": [
      {
        "hash": <hash>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "blockNumber": 3,
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
