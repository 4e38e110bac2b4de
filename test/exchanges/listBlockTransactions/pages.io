# The transactions of a block, by pages, are as many as the block says

>>> GET {rest}/blocks/1
<<< 200
{
  "success": true,
  "data": {
    "number": 1,
    "hash": <hash block>,
    "timestamp": <timestamp>,
    "txCount": <counter count>,
    "validator": <address>,
    "parentHash": <hash>,
    "stateRoot": <hash>,
    "transactionsRoot": <hash>,
    "receiptsRoot": <hash>,
    "gasUsed": <amount>,
    "gasLimit": <amount>
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/1/transactions
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <hash>,
        "blockNumber": 1,
        "blockHash": <block>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "gasPrice": <amount>,
        "gasLimit": <amount>,
        "gasUsed": <amount>,
        "status": <text>,
        "timestamp": <timestamp>,
        "type": <text>,
@delta        "token?": {"contract": <address>, "amount": <amount>},
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <count>, "totalPages": 1}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/1/transactions?limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <hash>,
        "blockNumber": 1,
        "blockHash": <block>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "gasPrice": <amount>,
        "gasLimit": <amount>,
        "gasUsed": <amount>,
        "status": <text>,
        "timestamp": <timestamp>,
        "type": <text>,
@delta        "token?": {"contract": <address>, "amount": <amount>},
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <count>, "totalPages": <count>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/1/transactions?limit=1&page=<count>
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <hash>,
        "blockNumber": 1,
        "blockHash": <block>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "gasPrice": <amount>,
        "gasLimit": <amount>,
        "gasUsed": <amount>,
        "status": <text>,
        "timestamp": <timestamp>,
        "type": <text>,
@delta        "token?": {"contract": <address>, "amount": <amount>},
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      }
    ],
    "pagination": {"page": <count>, "limit": 1, "totalItems": <count>, "totalPages": <count>}
  },
  "meta": <meta>
}

>>> GET {rest}/blocks/1/transactions?limit=1&page=<count+1>
<<< 200
{
  "success": true,
  "data": {
    "transactions": [],
    "pagination": {"page": <count+1>, "limit": 1, "totalItems": <count>, "totalPages": <count>}
  },
  "meta": <meta>
}
