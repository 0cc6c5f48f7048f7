import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Effect } from "effect"
import { eventually } from "../support/Eventually.ts"
import { createObjects, type Ids, textAt } from "../support/Operations.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { seedPort } from "../support/SeededPort.ts"
import { type Caller, newCaller } from "../support/Service.ts"
import { type CallOptions, callOperation, trackPolled } from "./ContractCalls.ts"
import { fieldRows, type Row, statedOperations, unquoted } from "./ContractDocument.ts"
import { contractService } from "./ContractService.ts"
import { typeText } from "./SchemaWords.ts"
import { type ServedOperation, servedContract } from "./ServedContract.ts"
import { makeStatements } from "./Statements.ts"
import { typeFault } from "./TypeFault.ts"

const CONTAINER = "MSKU7194304"
const VESSEL = { vesselIMONumber: "9321483", vesselName: "EMMA MAERSK" }

const statements = makeStatements()
const visitedRows = new Set<Row>()
const stated = { components: fieldRows, onValue: (row: Row) => void visitedRows.add(row) }

/** An event of the journey, so many hours from now. */
const eventAt = (hours: number, port: string, fields: Readonly<Record<string, unknown>>) => ({
  eventID: `${port}-${JSON.stringify(fields).length}-${hours}`,
  eventClassifierCode: hours > 0 ? "EST" : "ACT",
  eventCreatedDateTime: new Date(Date.now() - HOUR_MILLIS).toISOString(),
  eventDateTime: new Date(Date.now() + hours * HOUR_MILLIS).toISOString(),
  eventType: "EQUIPMENT",
  equipmentReference: CONTAINER,
  ...fields,
  transportCall: {
    transportCallID: `${port}-1`,
    carrierVoyageNumber: "012W",
    UNLocationCode: port,
    facilityTypeCode: "POTE",
    facilityCode: `${port.slice(2)}T1`,
    modeOfTransport: "VESSEL",
    vessel: VESSEL
  }
})

const load = (code: string) => ({ equipmentEventTypeCode: code, emptyIndicatorCode: "LADEN" })
const vessel = (code: string) => ({
  eventType: "TRANSPORT",
  transportEventTypeCode: code,
  delayReasonCode: "WEA",
  changeRemark: "Weather",
  references: [{ referenceType: "EQ", referenceValue: CONTAINER }]
})
const depot = (code: string) => ({ equipmentEventTypeCode: code, emptyIndicatorCode: "EMPTY" })

/** A journey at sea, with a date of arrival that changed, an event that is held, and one that cannot be read. */
const JOURNEY = [
  eventAt(-240, "CNSHA", depot("GTOT")),
  eventAt(-200, "CNSHA", load("GTIN")),
  eventAt(-190, "CNSHA", load("LOAD")),
  eventAt(-180, "CNSHA", vessel("DEPA")),
  eventAt(300, "NLRTM", vessel("ARRI"))
]
const LATER = [
  { ...eventAt(360, "NLRTM", vessel("ARRI")), eventCreatedDateTime: new Date().toISOString() },
  { ...eventAt(50, "NLRTM", load("LOAD")), eventClassifierCode: "ACT" },
  { ...eventAt(-1, "NLRTM", load("XXXX")) }
]

const ENDED_CONTAINER = "MSKU0000006"
/** A journey from the depot to the depot. */
const ENDED_JOURNEY = [
  eventAt(-900, "CNSHA", load("LOAD")),
  eventAt(-890, "CNSHA", vessel("DEPA")),
  eventAt(-300, "NLRTM", vessel("ARRI")),
  eventAt(-290, "NLRTM", load("DISC")),
  eventAt(-280, "NLRTM", load("GTOT")),
  eventAt(-200, "NLRTM", depot("GTIN"))
].map((event) => ({
  ...event,
  eventID: `${event.eventID}-ended`,
  equipmentReference: ENDED_CONTAINER,
  references: [{ referenceType: "EQ", referenceValue: ENDED_CONTAINER }]
}))

interface AccountApiKey {
  readonly lastUsedAt: string | null
}

/** Fills an account with objects of every kind, each with every property that callers can set; some have ended. */
const fill = Effect.fnUntraced(function* (caller: Caller) {
  const send = (method: string, path: string, body: unknown) =>
    Effect.map(
      Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body)),
      (response) => {
        assert.isBelow(response.status, 300, `${path}: ${JSON.stringify(response.body)}`)
        return response.body
      }
    )
  const receiver = yield* createReceivingEndpoint(caller)
  const ids = yield* Effect.promise(() => createObjects(caller))
  const disabled = yield* Effect.promise(() => createObjects(caller))
  yield* send("PATCH", `/endpoint/${disabled.ep_}`, { disabled: true })
  const lines = { shipments: [{ number: CONTAINER }, { number: ENDED_CONTAINER }] }
  const registered = yield* send("POST", "/easy-shipment", { [receiver.id]: lines })
  for (const events of [JOURNEY, LATER, ENDED_JOURNEY]) yield* send("POST", "/tracking/events", events)
  const { messageId } = yield* receiver.nextDelivery
  yield* send("PATCH", `/shipment/${ids.shp_}`, { reference: "ORDER-7", metadata: { order: "7" } })
  const polled = yield* trackPolled(caller)
  const get = (path: string) => () => caller.send("GET", `${ALERTS_PREFIX}${path}`)
  yield* Effect.promise(async () => {
    await eventually(get(`/message/${messageId}/attempts`), ({ body }) => body.data.length > 0)
    await eventually(get("/key"), ({ body }) => body.data.some((key: AccountApiKey) => key.lastUsedAt !== null))
  })
  return {
    ids,
    disabled: { ...ids, ep_: disabled.ep_ ?? "" },
    received: { ...ids, ep_: receiver.id, msg_: messageId },
    ended: { ...ids, shp_: textAt(registered, "results", "1", "shipmentId") },
    polled: { ...ids, shp_: polled }
  }
})

/** The components that responses contain, at any depth. */
const responseComponents = (operations: ReadonlyArray<ServedOperation>): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (type: string): void => {
    for (const name of type.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []) {
      const rows = fieldRows.get(name)
      if (rows === undefined || found.has(name)) continue
      found.add(name)
      for (const row of rows.values()) add(unquoted(row.type))
    }
  }
  for (const { response, statuses } of operations) {
    for (const status of statuses.filter((one) => one < 300)) {
      const schema = response(status)
      if (schema !== undefined) add(typeText(schema))
    }
  }
  return found
}

/** The fields of responses that no response had a value for. */
const unseenFields = (operations: ReadonlyArray<ServedOperation>): ReadonlyArray<string> =>
  [...responseComponents(operations)].flatMap((component) =>
    [...(fieldRows.get(component) ?? [])]
      .filter(([, row]) => !visitedRows.has(row))
      .map(([field]) => `${component}.${field}`)
  )

const VOYAGE = { departure: { portCode: "CNSHA" }, arrival: { portCode: "NLRTM" } }
const OPTIONS = { avoid: ["suez"], require: ["cape-of-good-hope"], cargo: "dry", geometry: true }
const ENDPOINT = {
  url: "https://example.com/all",
  description: "Every property",
  filterTypes: ["vessel.arrival.at.final.pod"],
  metadata: { order: "7" },
  rateLimit: 5,
  retryPolicy: { waitsSeconds: [0, 60], jitter: 0.1 },
  headers: { authorization: "Bearer abc" }
}

/** Calls that have what the examples of the operations do not: every property, and the reasons of rejections. */
const furtherCalls = (ids: Ids): ReadonlyArray<readonly [id: string, body: unknown]> => [
  ["co2.compute", { ...VOYAGE, vessel: { imo: 9321483, speed: 14 }, options: OPTIONS }],
  ["co2.compute", { ...VOYAGE, vessel: { mmsi: 219018000 } }],
  ["co2.computeBatch", { requests: [VOYAGE, { ...VOYAGE, vessel: { imo: 9321483 } }] }],
  ["co2.route", { ...VOYAGE, options: { geometry: true } }],
  ["endpoints.create", ENDPOINT],
  ["endpoints.sendExample", { eventType: "credits.low" }],
  [
    "shipments.easyShipment",
    { [ids.ep_ ?? ""]: { shipments: [{ number: "MSKU7194305" }, { number: "XXXU0000008" }] } }
  ],
  ["trackingEvents.receive", [...JOURNEY, { eventType: "NONE" }]],
  ["notifications.notify", [...JOURNEY, { eventType: "NONE" }]],
  ["shipments.setTerms", { lastFreeDay: "2030-03-14", availableAt: "2030-03-01T00:00:00Z", holds: ["freight"] }],
  ["apiKeys.create", { name: "Third", expiresAt: "2090-01-01T00:00:00Z", allowedNetworks: ["127.0.0.0/8"] }],
  ["tasks.recover", { since: "2026-01-01T00:00:00Z", preview: true }]
]

/** Fields that may have no value in this account, and what they need. A name includes the fields below it. */
const WITHOUT_VALUE: Readonly<Record<string, string>> = {
  ArrivalPrediction: "a vessel with stored port calls",
  "Attempt.responseHeaders": "a response without a 2xx status",
  "CongestionQuality.lagSeconds": "a receiver of AIS that is behind",
  "CongestionQuality.positionsSkippedAt": "a receiver of AIS that skipped reports",
  "ContainerHandling.availableForPickup.location": "an event of a carrier that states the availability",
  CreatedApiKey: "a key that was used or revoked, which a new one never is",
  "EndpointStats.health.disabledFrom": "an endpoint that will be disabled",
  "EndpointStats.pausedUntil": "an endpoint that responded with 429",
  "EndpointStats.postponed": "a delivery that waits for a reason on this side",
  "EtaAccuracy.lanes": "actual arrivals with dates that a carrier had stated",
  LaneEtaAccuracy: "actual arrivals with dates that a carrier had stated",
  LeadError: "actual arrivals with dates that a carrier had stated",
  "ListedShipment.completedAt": "a shipment that has ended",
  "ListedShipment.statusReason": "a shipment that has ended",
  "ListedShipment.summary": "a list that is asked for summaries",
  "PortCall.assignment": "a call at an anchorage between ports",
  "PortCall.silences": "a vessel that was silent",
  "PortCall.stays[].zone": "a stay in a zone",
  "PortCall.vessel": "a vessel that transmitted its type and number",
  "PortTimes.places[]": "stays at several berths",
  "PortZone.vesselType": "a zone for one type of vessels",
  PredictedCall: "a vessel with stored port calls",
  "Shipment.completedAt": "a shipment that has ended",
  "Shipment.statusReason": "a shipment that has ended",
  "ShipmentEta.prediction": "a vessel with stored port calls",
  "ShipmentJourney.completedAt": "a shipment that has ended",
  "ShipmentJourney.statusReason": "a shipment that has ended",
  "ShipmentJourney.unreadableEvents": "events of a carrier that cannot be read",
  "ShipmentVessel.position": "a vessel whose MMSI is known",
  "Task.reason": "a task that failed",
  "TrackResult.warning": "a container that no source covers",
  UnreadableEvent: "events of a carrier that cannot be read",
  UsualHours: "a vessel with stored port calls",
  "VesselEta.prediction": "a vessel with stored port calls",
  WaitingFigures: "vessels that wait at anchor",
  "congestionAggregate.rateOccupation": "vessels of every type"
}

const isBelow = (field: string, name: string): boolean =>
  field === name || (field.startsWith(name) && /^[.?[]/.test(field.slice(name.length)))

layer(contractService, { excludeTestServices: true })("docs/contract.md against an account with data", (it) => {
  it.effect("every field of every response is received with a value of its type", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      const { ids, disabled, received, ended, polled } = yield* fill(caller)
      const { operations } = yield* servedContract
      const objectsOf = (path: string) => {
        if (path.includes("/shipment/{id}")) return [ids, ended, polled]
        return /\/(?:endpoint|message)\/\{id\}(?!\/port-watch)/.test(path) ? [ids, received, disabled] : [ids]
      }
      const call = Effect.fnUntraced(function* (id: string, options: CallOptions) {
        const { status, body } = yield* callOperation(caller, id, options)
        const schema = operations.find((one) => one.id === id)?.response(status)
        const about = `${id}: ${status} ${JSON.stringify(body)?.slice(0, 2_000)}`
        assert.isBelow(status, 300, about)
        if (schema !== undefined) {
          statements.state("bodies", () => assert.deepStrictEqual(typeFault(body, typeText(schema), stated), [], about))
        }
        return body
      })
      for (const { id } of statedOperations.filter(({ method }) => method === "POST")) {
        yield* call(id, { ids: id === "shipments.refresh" ? polled : ids })
      }
      for (const [id, body] of furtherCalls(ids)) yield* call(id, { ids, body })
      yield* call("endpoints.sendExample", { ids: disabled })
      yield* call("apiKeys.revoke", { ids })
      for (const { id, path } of statedOperations.filter(({ method }) => method === "GET")) {
        for (const objectIds of objectsOf(path)) yield* call(id, { ids: objectIds })
        const isPaged = operations.some(
          (one) => one.id === id && one.parameters.some(({ name }) => name === "iterator")
        )
        if (!isPaged) continue
        const paged = objectsOf(path)[1] ?? ids
        const { iterator } = yield* call(id, { ids: paged, query: "?limit=1" })
        if (iterator !== null) yield* call(id, { ids: paged, query: `?limit=1&iterator=${iterator}` })
      }
      const unseen = unseenFields(operations)
      const names = Object.keys(WITHOUT_VALUE)
      assert.deepStrictEqual(
        unseen.filter((field) => !names.some((name) => isBelow(field, name))),
        []
      )
      console.log(`docs/contract.md: ${visitedRows.size} fields received with a value, ${unseen.length} without one`)
      statements.print()
    })
  )
})
