# All proposals newest first, page by page; past the end there is nothing but the total
chains: delta
blocks: ours

>>> GET {rest}/governance/proposals?status=all&limit=2
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter newest>,
        "title": <text>,
        "proposer": <address>,
        "status": <text>,
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      },
      {
        "id": <newest-1>,
        "title": <text>,
        "proposer": <address>,
        "status": <text>,
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      }
    ],
    "pagination": {"page": 1, "limit": 2, "totalItems": <newest>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=all&limit=2&page=2
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <newest-2>,
        "title": <text>,
        "proposer": <address>,
        "status": <text>,
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      },
      {
        "id": <newest-3>,
        "title": <text>,
        "proposer": <address>,
        "status": <text>,
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      }
    ],
    "pagination": {"page": 2, "limit": 2, "totalItems": <newest>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=rejected&limit=1
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter newestRejected>,
        "title": <text>,
        "proposer": <address>,
        "status": "rejected",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter rejected>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=rejected&limit=1&page=<rejected>
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": 2,
        "title": <text>,
        "proposer": <address>,
        "status": "rejected",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      }
    ],
    "pagination": {"page": <rejected>, "limit": 1, "totalItems": <rejected>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=all&page=1000
<<< 200
{
  "success": true,
  "data": {
    "proposals": [],
    "pagination": {"page": 1000, "limit": 20, "totalItems": <newest>}
  },
  "meta": <meta>
}
