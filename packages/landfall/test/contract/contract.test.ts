import { assert, layer } from "@effect/vitest"
import { AdminApi } from "@landfall/api/admin/AdminApi"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { LIMIT_NAMES, limitEntryOf } from "@landfall/core/limits/Limits"
import { DAY_MILLIS, Instant } from "@landfall/core/time/Instant"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Effect, Option } from "effect"
import { OpenApi } from "effect/http-api"
import { bodyWith, createObjects, type Ids, operations, pathWith } from "../support/Operations.ts"
import { type Caller, callerOf, newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"
import { type ContractTable, contractTables, unquoted } from "./ContractDocument.ts"
import { faultyValues } from "./FaultyValues.ts"
import { boundText, fieldsOf, type SchemaNode, typeText } from "./SchemaWords.ts"
import { typeFault } from "./TypeFault.ts"

interface ServedBody {
  readonly content?: Readonly<Record<string, { readonly schema: SchemaNode }>>
}

interface ServedOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, ServedBody>>
  readonly requestBody?: ServedBody
}

interface ServedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ServedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> }
}

const tables = contractTables()

const tablesWith = (...columns: ReadonlyArray<string>): ReadonlyArray<ContractTable> =>
  tables.filter((table) => columns.every((column) => table.columns.includes(column)))

const operationRows = tablesWith("operation", "request", "success", "errors").flatMap(({ rows }) => rows)
const requestRows = tablesWith("request", "body", "response").flatMap(({ rows }) => rows)
const fieldTables = tablesWith("field", "type", "bounds")

/** The rows of a component, by the paths of its fields. */
const fieldRows = new Map(
  fieldTables.map(({ heading, rows }) => [
    unquoted(heading),
    new Map(rows.map((row) => [unquoted(row.field ?? ""), row] as const))
  ])
)

let statements = 0
const state = (check: () => void) => {
  check()
  statements += 1
}

const servedDocument = Effect.gen(function* () {
  const anyone = callerOf(yield* serviceUrl, "")
  const { body } = yield* Effect.promise(() => anyone.send("GET", "/openapi.json"))
  return body as ServedDocument
})

/** A port with a vessel in it, for which figures and port watches exist. */
const fillPort = Effect.gen(function* () {
  const log = yield* PortCallLog
  const now = Date.now()
  const port = Unlocode.make("NLRTM")
  const days = Array.from({ length: 120 }, (_, day) => Math.floor(now / DAY_MILLIS) - day)
  const call = samplePortCall(1, { port })
  const startedAt = Instant.make(now - DAY_MILLIS)
  const stays = call.stays.map((stay) => ({ ...stay, from: startedAt, to: Option.none() }))
  yield* log.addCoverage([{ port, days, lastReceivedAt: Option.some(Instant.make(now)) }])
  yield* log.put([{ ...call, startedAt, endedAt: Option.none(), stays, lastReceivedAt: Instant.make(now) }])
})

/** Operations that succeed only with a configured carrier; tests of carriers call them. */
const NEEDS_CARRIER = new Set(["notifications.notify", "notifications.verify", "shipments.refresh"])

const split = (cell: string): ReadonlyArray<string> => (cell === "" ? [] : cell.split(", "))

const sendExample = (caller: Caller, id: string, ids: Ids) => {
  const operation = operations.find((candidate) => candidate.id === id)
  assert.isDefined(operation, id)
  if (operation === undefined) throw new Error(id)
  return Effect.promise(() => caller.send(operation.method, pathWith(operation, ids), bodyWith(operation.body, ids)))
}

layer(serviceLayer, { excludeTestServices: true })("the contract in docs/contract.md", (it) => {
  it.effect("names every operation with its path, its statuses and nothing else", () =>
    Effect.gen(function* () {
      const { paths } = yield* servedDocument
      const served = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { operationId, responses }]) => {
          const statuses = Object.keys(responses).map(Number)
          return {
            operation: operationId,
            request: `${method.toUpperCase()} ${path}`,
            success: statuses.filter((status) => status < 400).join(", "),
            errors: statuses.filter((status) => status >= 400).join(", ")
          }
        })
      )
      const stated = operationRows.map((row) => ({
        operation: unquoted(row.operation ?? ""),
        request: unquoted(row.request ?? ""),
        success: row.success,
        errors: row.errors
      }))
      const byName = (a: { operation: string }, b: { operation: string }) => a.operation.localeCompare(b.operation)
      assert.deepStrictEqual(stated.toSorted(byName), served.toSorted(byName))
      for (const _ of stated) state(() => undefined)
    })
  )

  it("names every limit with its default, and what to do when it is met", () => {
    const stated = tablesWith("limit", "default").flatMap(({ rows }) =>
      rows.map((row) => [unquoted(row.limit ?? ""), row.default, row.unit, row.meaning, row["when it is met"]])
    )
    const limits = LIMIT_NAMES.map((name) => {
      const { byDefault, unit, meaning, action } = limitEntryOf(name)
      return [name, String(byDefault), unit, meaning, action]
    })
    assert.deepStrictEqual(stated, limits)
    for (const _ of stated) state(() => undefined)
  })

  it("names every operation of the operator's interface with its path and its statuses", () => {
    const described = Object.entries(OpenApi.fromApi(AdminApi).paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        if (!("operationId" in operation)) return []
        const statuses = Object.keys(operation.responses).map(Number)
        return [
          [
            operation.operationId,
            `${method.toUpperCase()} ${path}`,
            statuses.filter((status) => status < 400).join(", "),
            statuses.filter((status) => status >= 400).join(", ")
          ]
        ]
      })
    )
    const stated = tablesWith("admin operation").flatMap(({ rows }) =>
      rows.map((row) => [unquoted(row["admin operation"] ?? ""), unquoted(row.request ?? ""), row.success, row.errors])
    )
    assert.deepStrictEqual(stated, described)
    for (const _ of stated) state(() => undefined)
  })

  it.effect("names every property of every component with its type and its bounds", () =>
    Effect.gen(function* () {
      const { components } = yield* servedDocument
      assert.deepStrictEqual(
        [...fieldRows.keys()].toSorted(),
        Object.keys(components.schemas)
          .filter((name) => fieldsOf(components.schemas[name] ?? {}).length > 0)
          .toSorted()
      )
      for (const [name, schema] of Object.entries(components.schemas)) {
        const rows = fieldRows.get(name)
        if (rows === undefined) continue
        const served = fieldsOf(schema).map((field) => ({
          field: field.required ? field.path : `${field.path}?`,
          type: typeText(field.schema),
          bounds: boundText(field.schema)
        }))
        const stated = [...rows.values()].map((row) => ({
          field: unquoted(row.field ?? ""),
          type: unquoted(row.type ?? ""),
          bounds: row.bounds
        }))
        assert.deepStrictEqual(stated, served, name)
        for (const _ of stated) state(() => undefined)
      }
    })
  )

  it.effect("is what the server sends: every successful response has the stated status, fields and types", () =>
    Effect.gen(function* () {
      yield* fillPort
      const { paths } = yield* servedDocument
      const caller = yield* newCaller()
      let objects = yield* Effect.promise(() => createObjects(caller))
      const last = operationRows.filter(({ request }) => /`(DELETE|PATCH|PUT) /.test(request ?? ""))
      const first = operationRows.filter((row) => !last.includes(row))
      for (const row of [...first, ...last]) {
        const id = unquoted(row.operation ?? "")
        if (NEEDS_CARRIER.has(id)) continue
        if (/DELETE/.test(row.request ?? "")) objects = yield* Effect.promise(() => createObjects(caller))
        const { status, body } = yield* sendExample(caller, id, objects)
        state(() => assert.include(split(row.success ?? "").map(Number), status, `${id}: ${JSON.stringify(body)}`))
        const [method, path] = unquoted(row.request ?? "").split(" ")
        const response = paths[path ?? ""]?.[(method ?? "").toLowerCase()]?.responses[String(status)]
        const schema = response?.content?.["application/json"]?.schema
        if (schema === undefined) {
          assert.isUndefined(body, id)
          continue
        }
        const faults = typeFault(body, typeText(schema), fieldRows)
        assert.deepStrictEqual(faults, [], `${id}: ${JSON.stringify(body).slice(0, 2_000)}`)
      }
    })
  )

  it.effect("is what the server accepts: values outside the stated types and bounds are rejected by name", () =>
    Effect.gen(function* () {
      yield* fillPort
      const { paths } = yield* servedDocument
      const caller = yield* newCaller()
      const ids = yield* Effect.promise(() => createObjects(caller))
      let rejected = 0
      for (const [path, item] of Object.entries(paths)) {
        for (const [method, { operationId, requestBody }] of Object.entries(item)) {
          const name = requestBody?.content?.["application/json"]?.schema.$ref?.split("/").at(-1)
          const rows = name === undefined ? undefined : fieldRows.get(name)
          const operation = operations.find(({ id }) => id === operationId)
          if (rows === undefined || operation === undefined) continue
          const example = JSON.parse(bodyWith(operation.body, ids) ?? "{}")
          for (const { field, body } of faultyValues(example, rows)) {
            const answer = yield* Effect.promise(() =>
              caller.send(method.toUpperCase(), pathWith(operation, ids), body)
            )
            const about = `${operationId} with ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`
            state(() => {
              assert.strictEqual(answer.status, 400, about)
              assert.isTrue(
                answer.body.details.some((detail: string) => detail.includes(`$.${field}`) || detail.startsWith("$ ")),
                about
              )
            })
            rejected += 1
          }
          assert.isTrue(path.startsWith("/"))
        }
      }
      assert.isAbove(rejected, 50)
    })
  )

  it.effect("is how the server responds: each stated request has the stated response", () =>
    Effect.gen(function* () {
      yield* fillPort
      const caller = yield* newCaller()
      const ids = yield* Effect.promise(() => createObjects(caller))
      const fill = (text: string) =>
        Object.entries({
          application: "app_",
          endpoint: "ep_",
          shipment: "shp_",
          message: "msg_",
          task: "task_",
          watch: "pwt_"
        }).reduce((before, [word, prefix]) => before.replaceAll(`{${word}}`, ids[prefix] ?? ""), text)
      assert.isAbove(requestRows.length, 30)
      for (const row of requestRows) {
        const [method, path] = fill(unquoted(row.request ?? "")).split(" ")
        const sent = fill(unquoted(row.body ?? ""))
        const headers = Object.fromEntries(
          split(unquoted(row.headers ?? "")).map((line) => {
            const [name = "", value = ""] = line.split(": ")
            return [name.toLowerCase(), value]
          })
        )
        const answer = yield* Effect.promise(() =>
          caller.send(method ?? "", path ?? "", sent === "" ? undefined : sent, headers)
        )
        const about = `${row.request} ${row.body}: ${answer.status} ${JSON.stringify(answer.body)}`
        const [status, code] = (row.response ?? "").split(" ")
        state(() => assert.strictEqual(String(answer.status), status, about))
        if (code !== undefined) state(() => assert.strictEqual(String(answer.body.errorCode), code, about))
        const shown = unquoted(row.shows ?? "")
        const visible = `${JSON.stringify(answer.body ?? "")} ${JSON.stringify(Object.fromEntries(answer.headers))}`
        if (shown !== "") state(() => assert.include(visible.replaceAll('\\"', '"'), fill(shown), about))
        assert.match(answer.headers.get("x-request-id") ?? "", /^[\w.~-]{1,128}$/, about)
      }
      console.log(
        `docs/contract.md: ${statements} statements checked against the running server: ${operationRows.length} operations, ${[...fieldRows.values()].reduce((sum, rows) => sum + rows.size, 0)} fields of ${fieldRows.size} components, ${requestRows.length} requests`
      )
      assert.isAtLeast(statements, 115)
    })
  )
})
