# REST shows the same block

>>> GET {rest}/blocks/5
<<< 200
{
  "success": true,
  "data": {
    "number": 5,
    "hash": <hash block>,
    "timestamp": <timestamp time>,
    "txCount": <counter>,
    "validator": <address>,
    "parentHash": <hash parent>,
    "stateRoot": <hash state>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash receipts>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [5]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "number": 5,
    "hash": <block>,
    "parentHash": <parent>,
    "timestamp": <time>,
    "transactions": [<hash>, ...],
    "stateRoot": <state>,
    "receiptsRoot": <receipts>
  }
}
