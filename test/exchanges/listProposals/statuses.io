# Active proposals are the default; every status has its list
chains: delta

>>> GET {rest}/governance/proposals
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter>,
        "title": <text>,
        "proposer": <address>,
        "status": "active",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=active
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter>,
        "title": <text>,
        "proposer": <address>,
        "status": "active",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=passed
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter>,
        "title": <text>,
        "proposer": <address>,
        "status": "passed",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}

>>> GET {rest}/governance/proposals?status=rejected
<<< 200
{
  "success": true,
  "data": {
    "proposals": [
      {
        "id": <counter>,
        "title": <text>,
        "proposer": <address>,
        "status": "rejected",
        "votesFor": <amount>,
        "votesAgainst": <amount>,
        "votesAbstain": <amount>,
        "startBlock": <height>,
        "endBlock": <height>
      },
      ...
    ],
    "pagination": {"page": 1, "limit": 20, "totalItems": <counter>}
  },
  "meta": <meta>
}
