# The height is that of the newest block
blocks: ours

>>> GET {rest}/blocks?limit=1
<<< 200
{
  "success": true,
  "data": {
    "blocks": [
      {
        "number": <height newest>,
        "hash": <hash>,
        "timestamp": <timestamp>,
        "txCount": <counter>,
        "validator": <address>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <newest+1>, "totalPages": <newest+1>}
  },
  "meta": <meta>
}

>>> GET {rest}/chain/info
<<< 200
{
  "success": true,
  "data": {
    "chain": <chain>,
    "network": <network>,
    "version": <version>,
    "blockHeight": <newest>,
    "blockTime": <number>,
    "totalTransactions": <counter total>,
    "activeValidators": <counter>
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <hash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
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
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <total>, "totalPages": <total>}
  },
  "meta": <meta>
}
