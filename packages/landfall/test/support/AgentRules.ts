import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { DateTime, Effect, type Scope } from "effect"
import type { HttpServer } from "effect/http"
import { callTool } from "./AgentClient.ts"
import { repeatUntil } from "./Eventually.ts"
import { listenHttp } from "./Listener.ts"
import { seedPort } from "./SeededPort.ts"
import { type Caller, newCaller, serviceLayer } from "./Service.ts"

/** Connects the official client with the key of a caller. */
export type Connect = (
  caller: Caller,
  allowWrites: boolean
) => Effect.Effect<Client, never, Scope.Scope | HttpServer.HttpServer>

const CONTAINER = "MSKU7194304"
const VOYAGE = { from: "NLRTM", to: "SGSIN", imo: 9706906 }

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, path, body))

/** The credits that the caller has spent. */
const spentBy = (caller: Caller) =>
  Effect.map(
    send(caller, "GET", `${ALERTS_PREFIX}/consumption/current-period`),
    ({ body }): number => body.creditsInitial - body.credits
  )

/** The calls and credits of an operation. */
const countsOf = (caller: Caller, operation: string) =>
  Effect.map(send(caller, "GET", `${ALERTS_PREFIX}/usages/operations`), ({ body }) => {
    const found = body.operations.find((usage: { operation: string }) => usage.operation === operation)
    return found === undefined ? [0, 0] : [found.allCalls, found.consumedApiUnits]
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** The paths of the properties of a JSON Schema that have no description. */
const undescribedIn = (schema: unknown, path: string): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => undescribedIn(item, `${path}[${index}]`))
  if (!isObject(schema)) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties" || !isObject(value)) return undescribedIn(value, `${path}.${key}`)
    return Object.entries(value).flatMap(([name, property]) => [
      ...(isObject(property) && typeof property.description === "string" ? [] : [`${path}.${name}`]),
      ...undescribedIn(property, `${path}.${name}`)
    ])
  })
}

const toolNames = (client: Client) =>
  Effect.promise(async () => (await client.listTools()).tools.map(({ name }) => name).toSorted())

const READ_TOOLS = [
  "compute_voyage_co2",
  "get_port_congestion",
  "get_sea_route",
  "get_shipment",
  "get_usage",
  "list_deliveries",
  "list_endpoints",
  "list_port_calls",
  "list_shipments",
  "predict_arrival",
  "search_ports"
]
const WRITE_TOOLS = ["resend_message", "track_shipment"]

/** An endpoint whose receiver responds with these statuses, and with the last one from then on. */
const failingEndpoint = Effect.fnUntraced(function* (caller: Caller, statuses: ReadonlyArray<number>) {
  let requests = 0
  const { port } = yield* Effect.acquireRelease(
    Effect.promise(() =>
      listenHttp((_, __, response) => {
        response.statusCode = statuses[Math.min(requests++, statuses.length - 1)] ?? 200
        response.end("the receiver is under repair")
      })
    ),
    ({ close }) => Effect.sync(close)
  )
  const created = yield* send(caller, "POST", `${ALERTS_PREFIX}/endpoint`, { url: `http://127.0.0.1:${port}/hook` })
  assert.strictEqual(created.status, 201, JSON.stringify(created.body))
  const id: string = created.body.id
  return id
})

/** What holds for the tools over every transport. */
export const agentRules = (name: string, connect: Connect): void => {
  layer(serviceLayer, { excludeTestServices: true })(name, (it) => {
    it.effect("lists tools with a description of every field; those that write only when writes are allowed", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const client = yield* connect(caller, false)
        const { tools } = yield* Effect.promise(() => client.listTools())
        for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
          assert.isAbove(description?.length ?? 0, 100, name)
          assert.isString(title, name)
          assert.isTrue(annotations?.readOnlyHint, name)
          assert.deepStrictEqual(undescribedIn(inputSchema, name), [])
          assert.deepStrictEqual(undescribedIn(outputSchema, name), [])
        }
        assert.deepStrictEqual(yield* toolNames(client), READ_TOOLS)
        assert.match(client.getInstructions() ?? "", /read-only.*--allow-writes/)
        const writing = yield* connect(caller, true)
        assert.deepStrictEqual(yield* toolNames(writing), [...READ_TOOLS, ...WRITE_TOOLS].toSorted())
      })
    )

    it.effect("returns what the operations return, and charges the same", () =>
      Effect.gen(function* () {
        yield* seedPort
        const caller = yield* newCaller()
        const client = yield* connect(caller, false)
        const found = yield* callTool(client, "search_ports", { search: "rotterd" })
        assert.match(found.text, /^NLRTM Rotterdam \(NL\)/)
        const route = yield* callTool(client, "get_sea_route", { from: "nlrtm", to: "SGSIN", avoid: ["suez"] })
        assert.match(route.text, /^nlrtm to SGSIN: [\d.]+ nautical miles by .*cape-of-good-hope/)
        const routed = yield* send(caller, "POST", `${CO2_PREFIX}/route`, {
          departure: { portCode: "NLRTM" },
          arrival: { portCode: "SGSIN" },
          options: { avoid: ["suez"] }
        })
        assert.deepStrictEqual(route.result, routed.body)
        assert.strictEqual(yield* spentBy(caller), 0)

        const asOf = DateTime.formatIso(yield* DateTime.now)
        const figures = yield* callTool(client, "get_port_congestion", { port: "nlrtm", asOf })
        assert.strictEqual(figures.isError, false, figures.text)
        assert.match(figures.text, /NLRTM at .*\nberth occupation [\d.]+ %.*\nvessels in port 4\nmedian time in port/)
        const calls = yield* callTool(client, "list_port_calls", { port: "NLRTM", asOf, limit: 3 })
        assert.match(calls.text, /^3 port calls of NLRTM/)
        const voyage = yield* callTool(client, "compute_voyage_co2", VOYAGE)
        assert.match(voyage.text, /^NLRTM to SGSIN: [\d.]+ nautical miles by .*suez/)
        assert.strictEqual(yield* spentBy(caller), 1 + 5 + 1)
        assert.deepStrictEqual(yield* countsOf(caller, "portCongestion.get"), [1, 1])
        assert.deepStrictEqual(yield* countsOf(caller, "portCongestion.calls"), [1, 5])
        assert.deepStrictEqual(yield* countsOf(caller, "co2.compute"), [1, 1])

        const overHttp = [
          yield* send(caller, "GET", `${CONGESTION_PREFIX}/congestion/NLRTM?asOf=${asOf}`),
          yield* send(caller, "GET", `${CONGESTION_PREFIX}/congestion/NLRTM/calls?asOf=${asOf}&limit=3`),
          yield* send(caller, "POST", `${CO2_PREFIX}/compute-co2`, {
            vessel: { imo: VOYAGE.imo },
            departure: { portCode: VOYAGE.from },
            arrival: { portCode: VOYAGE.to },
            options: {}
          })
        ]
        assert.deepStrictEqual(
          [figures.result, calls.result, voyage.result],
          overHttp.map(({ body }) => body)
        )
        assert.strictEqual(yield* spentBy(caller), 2 * (1 + 5 + 1))
      })
    )

    it.effect("reports errors with the fault and what to do, names its own arguments, and charges nothing", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller("pay-as-you-go", 1)
        const client = yield* connect(caller, false)
        const unknown = yield* callTool(client, "get_port_congestion", { port: "USHOU" })
        assert.isTrue(unknown.isError)
        assert.match(unknown.text, /portUnknown 40406.*\nThe port Houston \(USHOU\) has no data yet.*\nWhat to do: /)
        const landlocked = yield* callTool(client, "get_sea_route", { from: "CHBSL", to: "SGSIN" })
        assert.isTrue(landlocked.isError)
        assert.match(landlocked.text, /arguments\.from /)
        const rejected = yield* callTool(client, "compute_voyage_co2", {
          ...VOYAGE,
          to: "NLRTM",
          imo: 98,
          cargo: "dry"
        })
        assert.isTrue(rejected.isError)
        assert.match(rejected.text, /arguments\.imo must be an IMO number: .*, got 98/)
        const mistyped = yield* callTool(client, "compute_voyage_co2", { from: 7, to: "SGSIN", vesel: 1 })
        assert.match(mistyped.text, /arguments\.from must be a string, got 7/)
        assert.match(mistyped.text, /arguments\.vesel is not a known property/)
        const both = yield* callTool(client, "get_shipment", {})
        assert.match(both.text, /exactly one of id and number/)
        assert.strictEqual(yield* spentBy(caller), 0)

        assert.strictEqual((yield* callTool(client, "compute_voyage_co2", VOYAGE)).isError, false)
        const exhausted = yield* callTool(client, "compute_voyage_co2", VOYAGE)
        assert.isTrue(exhausted.isError)
        assert.match(
          exhausted.text,
          /creditsExhausted 40200.*\nThe request costs 1 credit; 0 are left.*\nWhat to do: Ask/
        )
        const { errorName, details } = JSON.parse(exhausted.text.split("\n").at(-1) ?? "")
        assert.deepStrictEqual([errorName, details.length], ["creditsExhausted", 1])
        assert.strictEqual(yield* spentBy(caller), 1)
      })
    )

    it.effect("finds the journey of a shipment by its id and by its number", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const client = yield* connect(caller, false)
        const missing = yield* callTool(client, "get_shipment", { number: CONTAINER })
        assert.deepStrictEqual(missing.result, { shipment: null, matches: [] })
        const tracked = yield* send(caller, "POST", `${ALERTS_PREFIX}/shipment`, { number: CONTAINER })
        const steps = transhipmentVoyage({ container: CONTAINER, booking: "BOOK1", start: yield* DateTime.now })
        yield* send(
          caller,
          "POST",
          `${ALERTS_PREFIX}/tracking/events`,
          steps.flatMap(({ events }) => events)
        )
        const id: string = tracked.body.id
        const byId = yield* callTool(client, "get_shipment", { id })
        assert.isAbove(byId.result.shipment.journeys[0].milestones.length, 5)
        assert.match(byId.text, new RegExp(`^${id}: ${CONTAINER}, .*\nContainer ${CONTAINER}`))
        const byNumber = yield* callTool(client, "get_shipment", { number: "msku 719430-4" })
        assert.deepStrictEqual(byNumber.result, byId.result)
        const other = yield* newCaller()
        const foreign = yield* callTool(yield* connect(other, false), "get_shipment", { id })
        assert.match(foreign.text, /shipmentUnknown 40403/)
        const listed = yield* callTool(client, "list_shipments", { number: CONTAINER })
        assert.strictEqual(listed.result.data[0].id, id)
      })
    )

    it.effect("states in one sentence why a delivery failed, and sends it again when writes are allowed", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const client = yield* connect(caller, true)
        const endpointId = yield* failingEndpoint(caller, [410, 200])
        const tracked = yield* callTool(client, "track_shipment", { number: CONTAINER, endpointId })
        assert.strictEqual(tracked.isError, false, tracked.text)
        assert.deepInclude(tracked.result, { number: CONTAINER, status: "accepted", reason: null })
        assert.strictEqual(yield* spentBy(caller), 10)
        const again = yield* callTool(client, "track_shipment", { number: CONTAINER, endpointId })
        assert.strictEqual(again.result.status, "already_tracked")
        assert.strictEqual(yield* spentBy(caller), 10)
        const invalid = yield* callTool(client, "track_shipment", { number: "MSKU7194305", type: "CT", endpointId })
        assert.deepStrictEqual([invalid.isError, invalid.result.status], [true, "rejected"])

        const failed = yield* repeatUntil(callTool(client, "list_deliveries", { endpointId }), ({ result }) =>
          result.deliveries.some((one: { delivery: { status: string } }) => one.delivery.status === "exhausted")
        )
        const [delivery] = failed.result.deliveries
        assert.strictEqual(
          delivery.explanation,
          "Failed after 1 attempt and is not retried: at the last one, the receiver responded with status 410."
        )
        assert.strictEqual(delivery.attempts[0].responseBody, "the receiver is under repair")
        assert.include(failed.text, delivery.explanation)

        yield* send(caller, "PATCH", `${ALERTS_PREFIX}/endpoint/${endpointId}`, { disabled: false })
        const resent = yield* callTool(client, "resend_message", { messageId: delivery.messageId, endpointId })
        assert.strictEqual(resent.isError, false, resent.text)
        assert.strictEqual(resent.result.kind, "resend")
        const delivered = yield* repeatUntil(
          callTool(client, "list_deliveries", { endpointId, status: "succeeded" }),
          ({ result }) => result.deliveries.length > 0
        )
        assert.match(delivered.result.deliveries[0].explanation, /^Delivered after \d+ attempts?\.$/)
        const endpoints = yield* callTool(client, "list_endpoints")
        assert.strictEqual(endpoints.result.data[0].id, endpointId)
      })
    )

    it.effect("without writes, has no tool that changes the account", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const client = yield* connect(caller, false)
        const rejected = yield* Effect.promise(() =>
          client.callTool({ name: "track_shipment", arguments: { number: CONTAINER } }).then(
            (result) => JSON.stringify(result),
            (error: unknown) => String(error)
          )
        )
        assert.match(rejected, /track_shipment/)
        assert.match(rejected, /not found/i)
        assert.strictEqual(yield* spentBy(caller), 0)
      })
    )

    it.effect("shows credits, calls and prices", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller("pay-as-you-go", 100)
        const client = yield* connect(caller, false)
        yield* callTool(client, "compute_voyage_co2", VOYAGE)
        const { result, text } = yield* callTool(client, "get_usage")
        assert.deepInclude(result.period, { credits: 99, creditsInitial: 100 })
        assert.strictEqual(result.usages.consumedApiUnits, 1)
        assert.include(text, "99 credits remain until")
        assert.deepInclude(
          result.operations.operations.find((one: { operation: string }) => one.operation === "co2.compute"),
          {
            allCalls: 1,
            consumedApiUnits: 1
          }
        )
        assert.isTrue(result.tariff.operations.some((one: { operation: string }) => one.operation === "co2.voyage"))
        const without = yield* newCaller("pay-as-you-go", null)
        const none = yield* callTool(yield* connect(without, false), "get_usage")
        assert.deepStrictEqual([none.isError, none.result.period], [false, null])
      })
    )
  })
}
