import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { adminCaller } from "../support/Admin.ts"
import { signatureOf } from "../support/CarrierServer.ts"
import { createAdminObjects, createObjects, type Ids } from "../support/Operations.ts"
import { type Caller, newCaller } from "../support/Service.ts"
import { callOperation, operationOf, trackPolled } from "./ContractCalls.ts"
import {
  fieldRows,
  itemsOf,
  requestRows,
  type StatedOperation,
  statedAdminOperations,
  statedOperations,
  unquoted
} from "./ContractDocument.ts"
import { contractService, fillPort } from "./ContractService.ts"
import { faultyBodies, faultyTexts } from "./FaultyValues.ts"
import { boundText, typeText, withoutNull } from "./SchemaWords.ts"
import { type ServedContract, servedAdminContract, servedContract } from "./ServedContract.ts"
import { makeStatements } from "./Statements.ts"
import { typeFault } from "./TypeFault.ts"

const statements = makeStatements()
const { state } = statements

/** Operations that respond with the number of deliveries to `preview`, and otherwise with a task. */
const PREVIEWED = new Set(["tasks.recover", "tasks.replayMissing"])

const CHANGING = new Set(["DELETE", "PATCH", "PUT"])

/** Deletions and changes come last, so that every other call finds the objects as they were created. */
const inOrder = (stated: ReadonlyArray<StatedOperation>): ReadonlyArray<StatedOperation> => [
  ...stated.filter(({ method }) => !CHANGING.has(method)),
  ...stated.filter(({ method }) => CHANGING.has(method))
]

interface Walk {
  readonly stated: ReadonlyArray<StatedOperation>
  readonly served: ServedContract
  readonly caller: Caller
  readonly create: (caller: Caller) => Promise<Ids>
}

/** Calls every operation once for each of its statuses of success. */
const walkSuccesses = Effect.fnUntraced(function* ({ stated, served, caller, create }: Walk) {
  let ids = yield* Effect.promise(() => create(caller))
  for (const { id, method, path, successes } of inOrder(stated)) {
    const operation = served.operations.find((candidate) => candidate.id === id)
    assert.isDefined(operation, id)
    for (const status of successes) {
      if (method === "DELETE" || id === "shipments.setTerms") ids = yield* Effect.promise(() => create(caller))
      const shp_ = id === "shipments.refresh" ? yield* trackPolled(caller) : (ids.shp_ ?? "")
      const example = operationOf(id).body
      const response = yield* callOperation(caller, id, {
        ids: { ...ids, shp_ },
        ...(PREVIEWED.has(id) ? { body: { ...Object(example), preview: status === 200 } } : {}),
        ...(status === 304 ? { headers: { "if-none-match": "*" } } : {})
      })
      const about = `${id} ${status}: ${JSON.stringify(response.body)?.slice(0, 2_000)}`
      state("successes", () => assert.strictEqual(response.status, status, about))
      for (const name of operation.headers(status)) {
        state("headers of successes", () => assert.isNotEmpty(response.headers.get(name) ?? "", `${about}: ${name}`))
      }
      const isLimited = !path.startsWith("/admin/")
      state("rates", () => assert.strictEqual(response.headers.has("ratelimit-policy"), isLimited, about))
      const schema = operation.response(status)
      state("bodies of successes", () => {
        if (schema === undefined) assert.isUndefined(response.body, about)
        else assert.deepStrictEqual(typeFault(response.body, typeText(schema), { components: fieldRows }), [], about)
      })
    }
  }
})

const namesField = (details: ReadonlyArray<string>, field: string): boolean =>
  details.some((detail) => detail.includes(`$${field}`) || detail.startsWith("$ "))

/** Sends each body of each operation with one fault at a time. */
const walkFaultyBodies = Effect.fnUntraced(function* ({ served, caller, create }: Walk) {
  const ids = yield* Effect.promise(() => create(caller))
  for (const { id, request } of served.operations) {
    const rows = request === undefined ? undefined : fieldRows.get(typeText(withoutNull(request).schema))
    if (rows === undefined) continue
    for (const { field, body } of faultyBodies(operationOf(id).body, rows)) {
      const response = yield* callOperation(caller, id, { ids, body: withIds(body, ids) })
      const about = `${id} with ${JSON.stringify(body).slice(0, 500)} at ${field}: ${JSON.stringify(response.body)}`
      state("faulty bodies", () => {
        assert.strictEqual(response.status, 400, about)
        assert.isTrue(namesField(response.body.details, withIds(field, ids)), about)
      })
    }
  }
})

/** Replaces the ids of the examples. */
const withIds = <A>(value: A, ids: Ids): A =>
  JSON.parse(
    Object.entries(ids).reduce(
      (text, [prefix, id]) => text.replaceAll(new RegExp(`\\b${prefix}[0-9A-Z]{26}`, "g"), id),
      JSON.stringify(value)
    )
  )

const PLACES: Readonly<Record<string, string>> = { query: "query", header: "header" }

/** Sends each query parameter and each header of each operation with a text that it must not have. */
const walkFaultyParameters = Effect.fnUntraced(function* ({ served, caller, create }: Walk) {
  const ids = yield* Effect.promise(() => create(caller))
  for (const { id, parameters } of served.operations) {
    for (const { name, in: place, schema } of parameters) {
      for (const text of faultyTexts(typeText(schema), boundText(schema))) {
        const isQuery = place === "query"
        const response = yield* callOperation(caller, id, {
          ids,
          ...(isQuery ? { query: `?${name}=${encodeURIComponent(text)}` } : { headers: { [name]: text } })
        })
        const about = `${id} with ${name} = ${text}: ${JSON.stringify(response.body)}`
        state("faulty parameters", () => {
          assert.strictEqual(response.status, 400, about)
          const [detail] = response.body.details
          assert.isTrue(detail.startsWith(`${PLACES[place]}.${name} `) || detail.includes(`"${name}"`), about)
        })
      }
    }
  }
})

/** The ids that the requests of the page name in braces. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  application: "app_",
  endpoint: "ep_",
  shipment: "shp_",
  message: "msg_",
  task: "task_",
  watch: "pwt_",
  account: "acc_",
  key: "key_"
}

layer(contractService, { excludeTestServices: true })("docs/contract.md against a running server", (it) => {
  const walks = Effect.gen(function* () {
    yield* fillPort
    const main: Walk = {
      stated: statedOperations,
      served: yield* servedContract,
      caller: yield* newCaller(),
      create: createObjects
    }
    const admin: Walk = {
      stated: statedAdminOperations,
      served: yield* servedAdminContract,
      caller: yield* adminCaller,
      create: createAdminObjects
    }
    return [main, admin]
  })

  it.effect("every successful response has the stated status, headers, fields and types", () =>
    Effect.flatMap(walks, (all) => Effect.forEach(all, walkSuccesses))
  )

  it.effect("values outside the stated types and bounds are rejected by name", () =>
    Effect.flatMap(walks, (all) => Effect.forEach(all, walkFaultyBodies))
  )

  it.effect("query parameters and headers outside their stated kinds and limits are rejected by name", () =>
    Effect.flatMap(walks, (all) => Effect.forEach(all, walkFaultyParameters))
  )

  it.effect("each stated request has the stated response", () =>
    Effect.gen(function* () {
      yield* fillPort
      const caller = yield* newCaller()
      const admin = yield* adminCaller
      const own = yield* Effect.promise(() => createObjects(caller))
      const polled = yield* trackPolled(caller)
      const ids: Ids = { ...own, ...(yield* Effect.promise(() => createAdminObjects(admin))) }
      const fill = (text: string) =>
        Object.entries(PLACEHOLDERS)
          .reduce((before, [word, prefix]) => before.replaceAll(`{${word}}`, ids[prefix] ?? ""), text)
          .replaceAll("{polled}", polled)
      assert.isAbove(requestRows.length, 30)
      for (const row of requestRows) {
        const [method = "", path = ""] = fill(unquoted(row.request)).split(" ")
        const body = fill(unquoted(row.body))
        const headers = Object.fromEntries(
          itemsOf(unquoted(row.headers)).map((line) => {
            const [name = "", value = ""] = line.split(": ")
            return [name.toLowerCase(), value.replaceAll("{signature}", signatureOf(body))]
          })
        )
        const sender = path.startsWith("/admin/") ? admin : caller
        const response = yield* Effect.promise(() => sender.send(method, path, body === "" ? undefined : body, headers))
        const about = `${row.request} ${row.body}: ${response.status} ${JSON.stringify(response.body)}`
        const [status, code] = (row.response ?? "").split(" ")
        state("requests", () => assert.strictEqual(String(response.status), status, about))
        if (code !== undefined)
          state("error codes", () => assert.strictEqual(String(response.body.errorCode), code, about))
        const shown = unquoted(row.shows)
        const visible = `${JSON.stringify(response.body ?? "")} ${JSON.stringify(Object.fromEntries(response.headers))}`
        if (shown !== "") state("contents", () => assert.include(visible.replaceAll('\\"', '"'), fill(shown), about))
        assert.match(response.headers.get("x-request-id") ?? "", /^[\w.~-]{1,128}$/, about)
      }
      statements.print()
      assert.isAtLeast(statements.count(), 115)
    })
  )
})
