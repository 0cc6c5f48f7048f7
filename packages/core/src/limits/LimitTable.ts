/** One limit of the service. */
export interface LimitEntry {
  readonly byDefault: number
  /** The lowest value that an operator can set. */
  readonly minimum: number
  /** The unit of the value. */
  readonly unit: string
  /** The meaning of the limit, as one sentence. */
  readonly meaning: string
  /** The advice to a caller who reaches the limit, as one sentence. */
  readonly action: string
}

const MIB = 1024 * 1024

/** The declaration of the table has its names alone, and not every sentence. */
const tableOf = <Name extends string>(entries: Readonly<Record<Name, LimitEntry>>) => entries

/**
 * Every limit of the service, in the order in which it is listed. The names state whose the limit is: of a request, of an
 * account, of a key, of an address, of a worker. No default binds an ordinary customer: 100 requests and 200 deliveries a second.
 */
export const LIMITS = tableOf({
  "key.requests": {
    byDefault: 200,
    minimum: 1,
    unit: "requests a second",
    meaning: "Requests of one API key; the requests of ten seconds may be sent in one burst.",
    action: "Wait for the seconds of Retry-After, or spread the requests."
  },
  "account.requests": {
    byDefault: 400,
    minimum: 1,
    unit: "requests a second",
    meaning: "Requests of one account with all its keys; the requests of ten seconds may be sent in one burst.",
    action: "Wait for the seconds of Retry-After, or spread the requests."
  },
  "address.requests": {
    byDefault: 50,
    minimum: 1,
    unit: "requests a second",
    meaning:
      "Requests without an API key from one IPv4 address or IPv6 /64 network, but for health checks; those of ten seconds may be sent in one burst.",
    action: "Wait for the seconds of Retry-After, or send an API key."
  },
  "address.failedKeys": {
    byDefault: 10,
    minimum: 1,
    unit: "requests a second",
    meaning:
      "Requests with an unknown API key from one IPv4 address or IPv6 /64 network; those of ten seconds may be sent in one burst.",
    action: "Wait for the seconds of Retry-After, and correct the key."
  },
  "account.requestsInProgress": {
    byDefault: 1000,
    minimum: 1,
    unit: "concurrent requests",
    meaning: "Requests of one account in progress on a server, waiting ones included.",
    action: "Send the request again when others have ended, or send fewer at the same time."
  },
  "server.runningRequests": {
    byDefault: 32,
    minimum: 2,
    unit: "concurrent requests",
    meaning:
      "Requests that a server runs at the same time, each for up to 50 ms; one account has at most three quarters of them, fewer where its requests count as more, and further ones wait, those of the account with the least running first.",
    action: "Nothing: the request waits."
  },
  "account.heavyRequests": {
    byDefault: 16,
    minimum: 1,
    unit: "concurrent requests",
    meaning: "Large requests of one account in progress on a server: those that count as 20 or more.",
    action: "Send the request again when one of them has ended."
  },
  "server.heavyRequests": {
    byDefault: 8,
    minimum: 1,
    unit: "concurrent requests",
    meaning:
      "Large requests that a server runs at the same time; one account has at most three quarters of them, and others wait.",
    action: "Nothing: the request waits."
  },
  "request.lines": {
    byDefault: 2_500,
    minimum: 1,
    unit: "lines",
    meaning: "Lines of one request to easy-shipment, over all its endpoints, including those with `enrolFuture`.",
    action: "Split the request into smaller ones."
  },
  "request.events": {
    byDefault: 10_000,
    minimum: 1,
    unit: "events",
    meaning: "Carrier events of one request.",
    action: "Split the request into smaller ones."
  },
  "container.events": {
    byDefault: 1000,
    minimum: 100,
    unit: "events",
    meaning:
      "Stored carrier events of one container in an account; beyond it, superseded dates and former trips are deleted first, and further events are not stored.",
    action: "Nothing: a trip has a few dozen events. Check their sender."
  },
  "document.events": {
    byDefault: 2000,
    minimum: 100,
    unit: "events",
    meaning:
      "Stored carrier events of one booking or bill of lading in an account, over all its containers, as for containers.",
    action: "Track the containers by their numbers."
  },
  "request.jsonDepth": {
    byDefault: 64,
    minimum: 16,
    unit: "levels",
    meaning: "Nested arrays and objects in the body of a request.",
    action: "Send a body with fewer levels."
  },
  "request.jsonProperties": {
    byDefault: 2000,
    minimum: 100,
    unit: "properties",
    meaning: "Properties of one object in the body of a request.",
    action: "Send only the properties that the operation knows."
  },
  "request.jsonValues": {
    byDefault: 1_000_000,
    minimum: 1000,
    unit: "values",
    meaning:
      "Values in the body of a request: the elements of its arrays and the properties of its objects; one hundredth of the limit where bodies have at most 1 MiB.",
    action: "Split the request into smaller ones."
  },
  "server.bodyBytes": {
    byDefault: 24 * MIB,
    minimum: 8 * MIB,
    unit: "bytes",
    meaning:
      "Request bodies over 64 KiB that a server holds at the same time; one account has at most three quarters, and further ones wait before they are read.",
    action: "Nothing: the request waits. Smaller requests wait less."
  },
  "server.keylessBodyBytes": {
    byDefault: 16 * MIB,
    minimum: 8 * MIB,
    unit: "bytes",
    meaning:
      "Bodies of notifications of carriers that a server holds at the same time; one address has at most three quarters, and further ones wait before they are read.",
    action: "Nothing: the request waits. Smaller requests wait less."
  },
  "server.unsentBytes": {
    byDefault: 64 * MIB,
    minimum: MIB,
    unit: "bytes",
    meaning:
      "Responses that callers have not read yet, on all connections of a server; one address has at most three quarters. Beyond it, connections are closed, of the address with the most bytes first.",
    action: "Read each response to its end."
  },
  "account.untrackedEvents": {
    byDefault: 200_000,
    minimum: 1,
    unit: "events",
    meaning: "Stored carrier events of one account that concern none of its shipments; the oldest are deleted first.",
    action: "Track the shipments sooner, or send only events of tracked ones."
  },
  "account.untrackedBytes": {
    byDefault: 200_000_000,
    minimum: 1000,
    unit: "bytes",
    meaning: "Bytes of these events, with their keys in the index.",
    action: "Track the shipments sooner, or send only events of tracked ones."
  },
  "storage.untrackedEvents": {
    byDefault: 2_000_000,
    minimum: 1,
    unit: "events",
    meaning:
      "Stored carrier events of all accounts that concern no shipment; the oldest of the account with the most are deleted first, each hour.",
    action: "Nothing: track the shipments sooner."
  },
  "storage.untrackedBytes": {
    byDefault: 1_000_000_000,
    minimum: 1000,
    unit: "bytes",
    meaning: "Bytes of these events, with their keys in the index.",
    action: "Nothing: track the shipments sooner."
  },
  "account.applications": {
    byDefault: 1000,
    minimum: 1,
    unit: "applications",
    meaning: "Applications of one account.",
    action: "Use an application that exists, or ask the operator for a higher limit."
  },
  "account.endpoints": {
    byDefault: 1000,
    minimum: 1,
    unit: "endpoints",
    meaning: "Endpoints of one account.",
    action: "Delete endpoints that are not used, or ask the operator for a higher limit."
  },
  "account.removedEndpoints": {
    byDefault: 10_000,
    minimum: 1,
    unit: "deleted endpoints",
    meaning:
      "Endpoints that one account deleted in the last 24 hours, beyond which it creates none: the log refers to them.",
    action: "Change an endpoint instead of creating another one, or wait until 24 hours have passed."
  },
  "account.keys": {
    byDefault: 100,
    minimum: 1,
    unit: "keys",
    meaning: "Valid API keys of one account, above which its keys create no further one.",
    action: "Revoke keys that are not used."
  },
  "account.createdKeys": {
    byDefault: 1000,
    minimum: 1,
    unit: "API keys",
    meaning: "API keys that one account created in the last 24 hours, including revoked and expired ones.",
    action: "Use a key that exists, or wait until 24 hours have passed."
  },
  "account.tokens": {
    byDefault: 50_000,
    minimum: 1,
    unit: "tokens",
    meaning:
      "Sign-in links, sessions of the dashboard and portal tokens of one account, each until a day after it has ended.",
    action: "Use a portal token for as long as it is valid, or wait until older tokens have ended."
  },
  "account.portWatches": {
    byDefault: 5000,
    minimum: 1,
    unit: "port watches",
    meaning: "Port watches of one account, of all its endpoints.",
    action: "Delete port watches that are not used, or ask the operator for a higher limit."
  },
  "account.shipments": {
    byDefault: 1_000_000,
    minimum: 1,
    unit: "shipments",
    meaning: "Shipments of one account, including stopped and completed ones.",
    action: "Ask the operator for a higher limit."
  },
  "shipment.endpoints": {
    byDefault: 100,
    minimum: 1,
    unit: "endpoints",
    meaning: "Endpoints that one shipment is registered on; beyond it, endpoints with `enrolFuture` skip the shipment.",
    action: "Remove registrations of the shipment that are not used, or ask the operator for a higher limit."
  },
  "account.openTasks": {
    byDefault: 20,
    minimum: 1,
    unit: "tasks",
    meaning: "Tasks of one account that are queued or running.",
    action: "Wait until one of them has ended, or cancel one."
  },
  "account.idempotentBytes": {
    byDefault: 500_000_000,
    minimum: 1000,
    unit: "bytes",
    meaning:
      "Stored responses of one account to requests with an idempotency-key in the last 24 hours, 256 for each key.",
    action: "Send requests without an idempotency-key, or wait until older keys expire after 24 hours."
  },
  "account.lookups": {
    byDefault: 16,
    minimum: 1,
    unit: "host names",
    meaning: "Host names of the endpoints of an account that a worker looks up at the same time; further ones wait.",
    action: "Check the name servers of your endpoints: they respond too slowly or never."
  },
  "endpoint.unverifiedAttempts": {
    byDefault: 6,
    minimum: 1,
    unit: "attempts a minute",
    meaning: "Attempts to an endpoint whose URL has not responded with 2xx yet.",
    action: "Respond with 2xx once: the waiting deliveries are then sent."
  },
  "worker.sends": {
    byDefault: 256,
    minimum: 4,
    unit: "concurrent requests",
    meaning: "Requests that one worker sends to endpoints; one account uses at most three quarters of them.",
    action: "Nothing: deliveries wait. Endpoints that respond sooner receive more."
  },
  "worker.originConnections": {
    byDefault: 96,
    minimum: 4,
    unit: "connections",
    meaning:
      "Connections of one worker to one origin (scheme, host and port); one account uses at most three quarters of them.",
    action: "Nothing: deliveries wait. Endpoints that respond sooner receive more."
  }
})
