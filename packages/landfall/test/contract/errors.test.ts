import { randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { bodyLimitAt } from "@landfall/api/conventions/BodyLimit"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Deferred, Effect, Fiber } from "effect"
import { adminCaller } from "../support/Admin.ts"
import { createAdminObjects, createObjects, type Ids, UNKNOWN_IDS } from "../support/Operations.ts"
import { type Caller, type CallerResponse, callerOf, newCaller, serviceUrl } from "../support/Service.ts"
import { type CallOptions, callOperation, operationOf } from "./ContractCalls.ts"
import { fieldRows, type StatedOperation, statedAdminOperations, statedOperations } from "./ContractDocument.ts"
import { contractServiceWith, fillPort, StoreControl } from "./ContractService.ts"
import { makeStatements } from "./Statements.ts"
import { typeFault } from "./TypeFault.ts"

const statements = makeStatements()
const { state } = statements

/** A caller with the objects that its calls are about. */
interface Owner {
  readonly caller: Caller
  readonly ids: Ids
}

/** The callers by what makes their calls succeed or fail. */
interface Callers {
  /** May do everything. */
  readonly able: Owner
  /** Has no credits. */
  readonly poor: Owner
  /** Has no credit period. */
  readonly periodless: Owner
  /** May not call from this address. */
  readonly elsewhere: Owner
  /** Has disabled its endpoint. */
  readonly disabled: Owner
  readonly admin: Owner
  readonly stranger: Owner
  /** Has a key that no server has in its cache. */
  readonly uncached: Owner
}

const ownerOf = (caller: Caller) =>
  Effect.map(
    Effect.promise(() => createObjects(caller)),
    (ids) => ({ caller, ids })
  )

const makeCallers = Effect.gen(function* () {
  yield* fillPort
  const url = yield* serviceUrl
  const able = yield* ownerOf(yield* newCaller())
  const disabled = yield* ownerOf(yield* newCaller())
  yield* Effect.promise(() =>
    disabled.caller.send("PATCH", `${ALERTS_PREFIX}/endpoint/${disabled.ids.ep_}`, { disabled: true })
  )
  const admin = yield* adminCaller
  const callers: Callers = {
    able,
    disabled,
    poor: yield* ownerOf(yield* newCaller("pay-as-you-go", 0)),
    periodless: { caller: yield* newCaller("pay-as-you-go", null), ids: able.ids },
    elsewhere: { caller: yield* newCaller("pay-as-you-go", 1, ["192.0.2.0/24"]), ids: able.ids },
    admin: { caller: admin, ids: yield* Effect.promise(() => createAdminObjects(admin)) },
    stranger: { caller: callerOf(url, ""), ids: able.ids },
    uncached: { caller: callerOf(url, "a-key-that-no-cache-has"), ids: able.ids }
  }
  return callers
})

type Provocation = (operation: StatedOperation, callers: Callers) => Effect.Effect<CallerResponse, never, StoreControl>

const isAdmin = ({ path }: StatedOperation): boolean => path.startsWith("/admin/")
const isNotification = ({ id }: StatedOperation): boolean => id === "notifications.notify"
const ableOf = (operation: StatedOperation, { admin, able }: Callers): Owner => (isAdmin(operation) ? admin : able)

const call = (owner: Owner, { id }: StatedOperation, options: Partial<CallOptions> = {}) =>
  callOperation(owner.caller, id, { ids: owner.ids, ...options })

/** Another request than the example of the operation, for its idempotency-key. */
const OTHER_REQUESTS: Readonly<Record<string, unknown>> = {
  "endpoints.create": { url: "https://example.com/other" },
  "accounts.create": { name: "Another" },
  "accounts.topUp": { credits: 1 },
  "keys.create": { name: "Another" }
}

/** The example of an operation with an idempotency-key, with ids that exist. */
const idempotentBody = ({ id }: StatedOperation, { ids }: Owner): unknown =>
  id === "shipments.easyShipment"
    ? { [ids.ep_ ?? ""]: { shipments: [{ number: "MSKU7194304", sealine: "MAEU" }] } }
    : {
        ...Object(operationOf(id).body),
        ...(id === "endpoints.create" ? { applicationId: ids.app_ } : {})
      }

const otherBody = ({ id }: StatedOperation, { ids }: Owner): unknown =>
  OTHER_REQUESTS[id] ?? { [ids.ep_ ?? ""]: { shipments: [{ number: "MSCU1234566", sealine: "MSCU" }] } }

/** Two requests with the same idempotency-key, the second while the first is in progress: the second response. */
const callInProgress: Provocation = Effect.fnUntraced(function* (operation, callers) {
  const control = yield* StoreControl
  const owner = ableOf(operation, callers)
  const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const options = { headers: { "idempotency-key": randomUUID() }, body: idempotentBody(operation, owner) }
  control.progress = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(end))
  const first = yield* Effect.forkChild(call(owner, operation, options))
  yield* Deferred.await(begun)
  control.progress = Effect.void
  const second = yield* call(owner, operation, options)
  yield* Deferred.succeed(end, undefined)
  assert.include(operation.successes, (yield* Fiber.join(first)).status, operation.id)
  return second
})

/** Requests for one object more than an account may have. */
const ONE_MORE: Readonly<Record<string, unknown>> = {
  "applications.create": { name: "One more" },
  "applications.createAtRoot": { name: "One more" },
  "portWatches.create": { portCode: "NLRTM", figure: "vesselsInPortCount.roro", threshold: 7 },
  "shipments.track": { number: "CSQU3054383", sealine: "HLCU" },
  "apiKeys.create": { name: "One more" }
}

const callBeyondCount = (operation: StatedOperation, { able }: Callers) =>
  operation.id in ONE_MORE ? call(able, operation, { body: ONE_MORE[operation.id] }) : undefined

/** The operations that make a token of the dashboard, of which an account may have few. */
const TOKEN_OPERATIONS: ReadonlyArray<string> = ["dashboard.link", "dashboard.portal"]

const callTwice: Provocation = (operation, { able }) => Effect.andThen(call(able, operation), call(able, operation))

/** A request about a shipment that is not tracked any longer. */
const callStopped: Provocation = Effect.fnUntraced(function* (operation, { disabled }) {
  yield* callOperation(disabled.caller, "shipments.stop", { ids: disabled.ids })
  return yield* call(disabled, operation)
})

const failing = (reason: "fault" | "unavailable"): Provocation =>
  Effect.fnUntraced(function* (operation, callers) {
    const control = yield* StoreControl
    control.failure = reason
    const owner = isAdmin(operation) ? callers.admin : callers.uncached
    return yield* Effect.ensuring(
      call(owner, operation),
      Effect.sync(() => {
        control.failure = undefined
      })
    )
  })

/** For each status, a request that the operation rejects with it. */
const PROVOCATIONS: Readonly<Record<number, Provocation>> = {
  400: (operation, callers) =>
    call(
      ableOf(operation, callers),
      operation,
      isNotification(operation) ? { body: "7" } : { query: "?noSuchParameter=1" }
    ),
  401: (operation, { stranger: { caller, ids } }) =>
    call(
      { caller, ids: isAdmin(operation) ? UNKNOWN_IDS : ids },
      operation,
      isNotification(operation) ? { headers: { "notification-signature": "sha256=0" } } : {}
    ),
  402: (operation, { poor }) => call(poor, operation),
  403: (operation, { elsewhere }) => call(elsewhere, operation),
  404: (operation, callers) => {
    const { caller } = operation.id.endsWith("onsumption.currentPeriod")
      ? callers.periodless
      : ableOf(operation, callers)
    return call({ caller, ids: UNKNOWN_IDS }, operation, { port: "NLXXX", anchorage: "NLRTM-nowhere", carrier: "NONE" })
  },
  409: (operation, callers) =>
    operation.errors.includes(422)
      ? callInProgress(operation, callers)
      : operation.id === "shipments.setTerms"
        ? callStopped(operation, callers)
        : TOKEN_OPERATIONS.includes(operation.id)
          ? callTwice(operation, callers)
          : (callBeyondCount(operation, callers) ??
            call(operation.id === "shipments.refresh" ? callers.able : callers.disabled, operation)),
  413: (operation, callers) =>
    call(ableOf(operation, callers), operation, { body: `"${"x".repeat(bodyLimitAt(operation.path))}"` }),
  415: (operation, callers) =>
    call(ableOf(operation, callers), operation, {
      headers: isNotification(operation) ? { "content-encoding": "gzip" } : { "content-type": "text/plain" }
    }),
  422: Effect.fnUntraced(function* (operation, callers) {
    const owner = ableOf(operation, callers)
    const headers = { "idempotency-key": randomUUID() }
    const first = yield* call(owner, operation, { headers, body: idempotentBody(operation, owner) })
    assert.include(operation.successes, first.status, `${operation.id}: ${JSON.stringify(first.body)}`)
    return yield* call(owner, operation, { headers, body: otherBody(operation, owner) })
  }),
  500: failing("fault"),
  503: failing("unavailable")
}

/** Nothing that a test can break: the operation reads no store. */
const UNPROVOKED: ReadonlyArray<string> = ["accounts.plans 500"]

const allOperations = [...statedOperations, ...statedAdminOperations]

const TOO_MANY_REQUESTS = 429

/** Checks the response that is to have an error status of an operation. */
const checkError = ({ id, method }: StatedOperation, status: number, response: CallerResponse) => {
  const { body, headers } = response
  const about = `${id} ${status}: ${JSON.stringify(body)}`
  state("errors", () => assert.strictEqual(response.status, status, about))
  assert.isNotEmpty(headers.get("x-request-id") ?? "", about)
  if (method === "HEAD") return
  state("bodies of errors", () => {
    assert.deepStrictEqual(typeFault(body, "errorInfo", { components: fieldRows }), [], about)
    assert.strictEqual(Math.floor(body.errorCode / 100), status, about)
  })
}

/** An account has the key that opens it, and one that it makes. */
const oneOfEach = contractServiceWith({
  "account.applications": 1,
  "account.portWatches": 1,
  "account.shipments": 1,
  "account.keys": 2,
  "account.tokens": 1
})

layer(oneOfEach, { excludeTestServices: true })("docs/contract.md against a running server", (it) => {
  it.effect("every operation responds with each of its stated errors, as errorInfo", () =>
    Effect.gen(function* () {
      const callers = yield* makeCallers
      for (const operation of allOperations) {
        for (const status of operation.errors.filter((error) => error !== TOO_MANY_REQUESTS)) {
          if (UNPROVOKED.includes(`${operation.id} ${status}`)) continue
          const provoke = PROVOCATIONS[status]
          assert.isDefined(provoke, `${operation.id}: no request is known for ${status}`)
          checkError(operation, status, yield* provoke(operation, callers))
        }
      }
      console.log(`docs/contract.md: not provoked, because the operation reads no store: ${UNPROVOKED.join(", ")}`)
    })
  )

  it.effect("the operations of alerts require the plan pay-as-you-go, and no others do", () =>
    Effect.gen(function* () {
      const owner: Owner = { caller: yield* newCaller("free", 1_000), ids: UNKNOWN_IDS }
      for (const operation of statedOperations) {
        const { status, body } = yield* call(owner, operation)
        const about = `${operation.id}: ${JSON.stringify(body)}`
        const isOfAccount = operation.id.startsWith("notifications.") || operation.id.startsWith("apiKeys.")
        const needsPlan = operation.section === "Alerts" && !isOfAccount
        state("plans", () => assert.strictEqual(body?.errorCode === 40300, needsPlan, `${about} ${status}`))
      }
    })
  )
})

/** The requests of ten seconds may be sent in one burst; on a slow machine, more are added meanwhile. */
const MAX_REQUESTS = 1_000

const slow = contractServiceWith({
  "key.requests": 1,
  "account.requests": 1,
  "address.requests": 1,
  "address.failedKeys": 1
})

layer(slow, { excludeTestServices: true })(
  "docs/contract.md against a server that allows one request a second",
  (it) => {
    it.effect("every operation that states 429 responds with it beyond the rate, with Retry-After", () =>
      Effect.gen(function* () {
        const url = yield* serviceUrl
        const caller = yield* newCaller()
        const callerWith = (operation: StatedOperation) => {
          if (isAdmin(operation)) return callerOf(url, "not-the-admin-key")
          return operation.id.startsWith("notifications.") ? callerOf(url, "") : caller
        }
        const operations = allOperations.filter(({ errors }) => errors.includes(TOO_MANY_REQUESTS))
        assert.isAbove(operations.length, 70)
        for (const operation of operations) {
          const owner: Owner = { caller: callerWith(operation), ids: UNKNOWN_IDS }
          let response = yield* call(owner, operation)
          for (let sent = 1; response.status !== TOO_MANY_REQUESTS && sent < MAX_REQUESTS; sent++) {
            response = yield* call(owner, operation)
          }
          checkError(operation, TOO_MANY_REQUESTS, response)
          state("headers of errors", () => assert.match(response.headers.get("retry-after") ?? "", /^[1-9]\d*$/))
        }
        statements.print()
      })
    )
  }
)
