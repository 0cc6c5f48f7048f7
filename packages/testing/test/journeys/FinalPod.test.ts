import { assert, describe, it } from "@effect/vitest"
import { FinalPodHoldHours } from "@landfall/core/alerts/endpoints/FinalPodHold"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import type {
  CarrierEvent,
  EquipmentEvent,
  StatedPortRole,
  TransportEvent
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { DateTime, Effect, Option } from "effect"
import { HEAVY_DISRUPTIONS, simulateJourney } from "../../src/journeys/Simulation.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { subscribingEndpoint, trackShipment } from "./TrackedShipment.ts"

const HOUR = 3_600_000
const CONTAINER = "MSKU1234565"
const START = SAMPLE_TIME.epochMilliseconds
const confirmed = subscribingEndpoint(1, { filterTypes: Option.none() })
const eager = subscribingEndpoint(2, { filterTypes: Option.none(), finalPod: "eager" })
const short = subscribingEndpoint(3, { filterTypes: Option.none(), finalPodHoldHours: FinalPodHoldHours.make(2) })
const endpoints = [confirmed, eager, short]

interface Move {
  readonly code: "ARRI" | "DEPA" | "LOAD" | "DISC" | "GTIN" | "GTOT"
  readonly port: string
  /** Hours after the start. */
  readonly hour: number
  readonly vessel?: string
  readonly planned?: true
  readonly empty?: true
  readonly says?: StatedPortRole
}

/** An event that is received an hour after it happened, and a plan at the start. */
const eventOf = ({ code, port, hour, vessel, planned, empty, says }: Move): CarrierEvent => {
  const shared = {
    sourceEventId: Option.none(),
    eventDateTime: Instant.make(START + hour * HOUR),
    createdDateTime: Option.none(),
    receivedAt: Instant.make(START + (planned ? 0 : (hour + 1) * HOUR)),
    documents: [],
    references: [],
    remark: Option.none(),
    delayReason: Option.none(),
    classifier: planned ? ("PLN" as const) : ("ACT" as const),
    place: Option.some({
      unlocode: Unlocode.make(port),
      name: Option.none(),
      facility: Option.none(),
      facilityType: Option.some("POTE")
    }),
    transportCall: Option.some({
      id: Option.none(),
      mode: vessel === undefined ? ("TRUCK" as const) : ("VESSEL" as const),
      vessel: Option.map(Option.fromUndefinedOr(vessel), (name) => ({ imo: Option.none(), name: Option.some(name) })),
      exportVoyage: Option.none(),
      importVoyage: Option.none()
    }),
    equipmentReference: Option.some(CONTAINER),
    ...(says === undefined ? {} : { portRole: says })
  }
  const event: TransportEvent | EquipmentEvent =
    code === "ARRI" || code === "DEPA"
      ? { _tag: "TransportEvent", ...shared, code }
      : { _tag: "EquipmentEvent", ...shared, code, emptyIndicator: Option.some(empty ? "EMPTY" : "LADEN") }
  return event
}

const LOADED: Move = { code: "LOAD", port: "CRMOB", hour: 10, vessel: "VAISHNAVI" }
const DISCHARGED: Move = { code: "DISC", port: "BEANR", hour: 300, vessel: "VAISHNAVI" }
const DISCHARGE = "container.discharge.at.final.pod"

const instantOf = (hour: number) => DateTime.makeUnsafe(START + hour * HOUR)

/**
 * Plays moves one by one, with every review that is due in between and until `endHour`. Returns the alerts of each endpoint as
 * `hour: type confidence/evidence`.
 */
const play = (moves: ReadonlyArray<Move>, endHour = 2000) => {
  const tracked = trackShipment(CONTAINER, endpoints)
  const alerts = endpoints.map((): Array<string> => [])
  const record = (outbox: ReturnType<typeof tracked.receive>, at: DateTime.Utc) => {
    for (const [index, endpoint] of endpoints.entries()) {
      for (const { type, data } of tracked.receivedBy(outbox, endpoint)) {
        const { finalPod } = data
        const certainty = finalPod === undefined ? "" : ` ${finalPod.confidence}/${finalPod.evidence}`
        alerts[index]?.push(`${(at.epochMilliseconds - START) / HOUR}: ${type}${certainty}`)
      }
    }
  }
  const reviewUntil = (hour: number) => {
    for (let reviews = 0; reviews < 50; reviews++) {
      const due = tracked.shipment().reviewAt
      if (Option.isNone(due) || DateTime.isGreaterThan(due.value, instantOf(hour))) return
      record(tracked.review(due.value), due.value)
    }
  }
  const events: Array<CarrierEvent> = []
  for (const move of moves) {
    const event = eventOf(move)
    const at = DateTime.makeUnsafe(event.receivedAt)
    reviewUntil((at.epochMilliseconds - START) / HOUR)
    events.push(event)
    record(tracked.receive([...events], at), at)
  }
  reviewUntil(endHour)
  const [ofConfirmed = [], ofEager = [], ofShort = []] = alerts
  return { confirmed: ofConfirmed, eager: ofEager, short: ofShort }
}

const about = (alerts: ReadonlyArray<string>, type: string) => alerts.filter((line) => line.includes(type))

describe("a discharge at a final POD", () => {
  it("that was planned there is notified at once, as confirmed", () => {
    const planned: Move = { code: "ARRI", port: "BEANR", hour: 299, vessel: "VAISHNAVI", planned: true }
    for (const alerts of Object.values(play([planned, LOADED, DISCHARGED]))) {
      assert.deepStrictEqual(about(alerts, DISCHARGE), [`301: ${DISCHARGE} confirmed/planned`])
    }
  })

  it("without any plan is held for 24 hours or as the endpoint states, and then notified as assumed; an eager one is told at once", () => {
    const { confirmed, eager, short } = play([LOADED, DISCHARGED])
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`325: ${DISCHARGE} assumed/none`])
    assert.deepStrictEqual(about(eager, DISCHARGE), [`301: ${DISCHARGE} assumed/none`])
    assert.deepStrictEqual(about(short, DISCHARGE), [`303: ${DISCHARGE} assumed/none`])
  })

  it("is notified when the container leaves by the gate, together with that", () => {
    const { confirmed } = play([LOADED, DISCHARGED, { code: "GTOT", port: "BEANR", hour: 310 }])
    assert.deepStrictEqual(confirmed.slice(-2), [
      `311: ${DISCHARGE} confirmed/gate-out`,
      "311: container.departure.from.final.pod confirmed/gate-out"
    ])
  })

  it("is notified when the container is returned empty, or a train is planned from there", () => {
    const returned = play([LOADED, DISCHARGED, { code: "GTIN", port: "BEANR", hour: 315, empty: true }])
    assert.deepStrictEqual(about(returned.confirmed, DISCHARGE), [`316: ${DISCHARGE} confirmed/trip-ended`])
    const plan: Move = { code: "DEPA", port: "BEANR", hour: 320, planned: true }
    const { confirmed } = play([plan, LOADED, DISCHARGED])
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`301: ${DISCHARGE} confirmed/inland-plan`])
  })

  it("is notified at once when the carrier calls the port the one of discharge", () => {
    const { confirmed } = play([LOADED, { ...DISCHARGED, says: "discharge" }])
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`301: ${DISCHARGE} confirmed/stated`])
  })

  it("is a transhipment at once, for every endpoint, when the carrier calls it one", () => {
    for (const alerts of Object.values(play([LOADED, { ...DISCHARGED, says: "transhipment" }]))) {
      assert.deepStrictEqual(about(alerts, ".discharge."), ["301: container.discharge.at.transhipment_port"])
    }
  })

  it("that turns out to be a transhipment within the hold is never notified as a final POD", () => {
    const onward: Move = { code: "LOAD", port: "BEANR", hour: 318, vessel: "FEEDER" }
    const { confirmed, eager } = play([LOADED, DISCHARGED, onward])
    assert.deepStrictEqual(about(confirmed, "final.pod"), [])
    assert.deepStrictEqual(about(confirmed, ".discharge."), ["319: container.discharge.at.transhipment_port"])
    assert.deepStrictEqual(about(eager, DISCHARGE), [`301: ${DISCHARGE} assumed/none`])
  })

  it("holds what follows it as well", () => {
    const inland: Move = { code: "GTIN", port: "DEDUI", hour: 306 }
    const { confirmed } = play([LOADED, DISCHARGED, inland])
    assert.deepStrictEqual(about(confirmed, "post.pod"), ["331: container.arrival.at.post.pod assumed/none"])
  })

  it.effect("in the end reaches every endpoint, whatever was lost on the way", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 20; seed++) {
        const journey = yield* simulateJourney(seed, HEAVY_DISRUPTIONS)
        const tracked = trackShipment(journey.consignment.container, [confirmed, eager])
        const received = new Map([confirmed, eager].map((endpoint) => [endpoint, new Set<string>()]))
        const collect = (outbox: ReturnType<typeof tracked.receive>) => {
          for (const [endpoint, types] of received) {
            for (const { type, data } of tracked.receivedBy(outbox, endpoint)) {
              if (type === DISCHARGE) types.add(data.location.unlocode)
            }
          }
        }
        for (const { at, events } of journey.responses) collect(tracked.receive(events, at))
        for (let due = tracked.shipment().reviewAt; Option.isSome(due); due = tracked.shipment().reviewAt) {
          collect(tracked.review(due.value))
        }
        const last = journey.responses.at(-1)?.events ?? []
        if (!last.some((event) => event._tag === "EquipmentEvent" && event.code === "DISC")) continue
        const [ofConfirmed = new Set(), ofEager = new Set()] = received.values()
        assert.isTrue(
          [...ofConfirmed].every((port) => ofEager.has(port)),
          `seed ${seed}`
        )
        assert.strictEqual(ofConfirmed.size > 0, ofEager.size > 0, `seed ${seed}`)
      }
    })
  )
})
