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
import { Scac } from "@landfall/core/tracking/references/Sealine"
import {
  addOutcomes,
  NO_TRANSHIPMENTS,
  type TranshipmentRecord
} from "@landfall/core/tracking/transhipments/TranshipmentRecord"
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
/** Waits for evidence for as long as it can. */
const longHold = subscribingEndpoint(4, { filterTypes: Option.none(), finalPodHoldHours: FinalPodHoldHours.make(168) })
const endpoints = [confirmed, eager, short, longHold]
const CARRIER = Scac.make("MAEU")

interface Move {
  readonly code: "ARRI" | "DEPA" | "LOAD" | "DISC" | "GTIN" | "GTOT"
  readonly port: string
  /** Hours after the start. */
  readonly hour: number
  readonly vessel?: string
  readonly planned?: true
  readonly empty?: true
  readonly stated?: StatedPortRole
}

/** An event that is received an hour after it happened, and a plan at the start. */
const eventOf = ({ code, port, hour, vessel, planned, empty, stated }: Move): CarrierEvent => {
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
    ...(stated === undefined ? {} : { portRole: stated })
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
const play = (moves: ReadonlyArray<Move>, endHour = 2000, learnt = NO_TRANSHIPMENTS) => {
  const tracked = trackShipment(CONTAINER, endpoints, { sealine: Option.some(CARRIER) })
  tracked.learn(learnt)
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
  const [ofConfirmed = [], ofEager = [], ofShort = [], ofLongHold = []] = alerts
  const sent = { confirmed: ofConfirmed, eager: ofEager, short: ofShort, longHold: ofLongHold }
  return { ...sent, learnt: tracked.transhipments() ?? NO_TRANSHIPMENTS }
}

const about = (alerts: ReadonlyArray<string>, type: string) => alerts.filter((line) => line.includes(type))

describe("a discharge at a final POD", () => {
  it("that was planned there is notified immediately, as confirmed", () => {
    const planned: Move = { code: "ARRI", port: "BEANR", hour: 299, vessel: "VAISHNAVI", planned: true }
    const { learnt: _, ...received } = play([planned, LOADED, DISCHARGED])
    for (const alerts of Object.values(received)) {
      assert.deepStrictEqual(about(alerts, DISCHARGE), [`301: ${DISCHARGE} confirmed/planned`])
    }
  })

  it("without any plan is held for 24 hours or as the endpoint states, and then notified as assumed; an eager endpoint is notified immediately", () => {
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

  it("is notified immediately when the carrier calls the port the one of discharge", () => {
    const { confirmed } = play([LOADED, { ...DISCHARGED, stated: "discharge" }])
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`301: ${DISCHARGE} confirmed/stated`])
  })

  it("is a transhipment immediately, for every endpoint, when the carrier calls it one", () => {
    const { learnt: _, ...received } = play([LOADED, { ...DISCHARGED, stated: "transhipment" }])
    for (const alerts of Object.values(received)) {
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

  it("holds the milestones that follow it as well", () => {
    const inland: Move = { code: "GTIN", port: "DEDUI", hour: 306 }
    const { confirmed } = play([LOADED, DISCHARGED, inland])
    assert.deepStrictEqual(about(confirmed, "post.pod"), ["331: container.arrival.at.post.pod assumed/none"])
  })

  it.effect("is finally notified to every endpoint, whatever was lost before", () =>
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

/** A record of so many equal outcomes. */
const recordOf = (
  count: number,
  evidence: "none" | "planned",
  wrong: boolean,
  dwellHours: number | undefined = undefined
): TranshipmentRecord =>
  Array.from({ length: count }).reduce<TranshipmentRecord>(
    (record) =>
      addOutcomes(record, {
        finalPods: [{ carrier: CARRIER, evidence, wrong }],
        dwells: dwellHours === undefined ? [] : [{ port: "BEANR", hours: dwellHours }]
      }),
    NO_TRANSHIPMENTS
  )

describe("the record of completed shipments", () => {
  const onward: Move = { code: "LOAD", port: "BEANR", hour: 340, vessel: "FEEDER" }
  const arrives: Move = { code: "DISC", port: "SEGOT", hour: 400, vessel: "FEEDER" }
  const planned: Move = { code: "ARRI", port: "BEANR", hour: 299, vessel: "VAISHNAVI", planned: true }
  const collected: Move = { code: "GTOT", port: "SEGOT", hour: 420 }
  const returned: Move = { code: "GTIN", port: "SEGOT", hour: 450, empty: true }

  it("has the evidence of each discharge and the dwell of the container, at the end of its trip", () => {
    const { learnt } = play([LOADED, DISCHARGED, onward, arrives, collected, returned])
    assert.deepStrictEqual(learnt.carriers, {
      MAEU: { none: { total: 2, wrong: 1 }, planned: { total: 0, wrong: 0 } }
    })
    assert.deepStrictEqual(learnt.dwells, { BEANR: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0] })
    const ofPlans = play([planned, LOADED, DISCHARGED, onward, arrives, collected, returned]).learnt
    assert.deepStrictEqual(ofPlans.carriers.MAEU?.planned, { total: 1, wrong: 1 })
  })

  it("a discharge of a carrier that plans leg by leg is held although the port was planned, and then notified as assumed", () => {
    const legByLeg = recordOf(30, "planned", true)
    const { confirmed, eager } = play([planned, LOADED, DISCHARGED], 2000, legByLeg)
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`325: ${DISCHARGE} assumed/leg-plan`])
    assert.deepStrictEqual(about(eager, DISCHARGE), [`301: ${DISCHARGE} assumed/leg-plan`])
    const transhipped = play([planned, LOADED, DISCHARGED, { ...onward, hour: 320 }], 2000, legByLeg)
    assert.deepStrictEqual(about(transhipped.confirmed, "final.pod"), [])
  })

  it("a discharge of a carrier whose last known port is nearly always the final one is not held", () => {
    const { confirmed } = play([LOADED, DISCHARGED], 2000, recordOf(100, "none", false))
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`301: ${DISCHARGE} confirmed/carrier-record`])
  })

  it("a stay longer than usual at the port is evidence before the hold ends", () => {
    const { confirmed, longHold } = play([LOADED, DISCHARGED], 2000, recordOf(30, "none", true, 60))
    assert.deepStrictEqual(about(confirmed, DISCHARGE), [`325: ${DISCHARGE} assumed/none`])
    assert.deepStrictEqual(
      about(longHold, DISCHARGE).map((line) => line.replace(/^372\.\d+/, "372")),
      [`372: ${DISCHARGE} confirmed/long-stay`]
    )
  })

  it("a shipment whose first response has the whole voyage adds the dwell alone", () => {
    const tracked = trackShipment(CONTAINER, [confirmed], { sealine: Option.some(CARRIER) })
    const moves = [LOADED, DISCHARGED, onward, arrives, collected, returned]
    const at = instantOf(500)
    const events = moves.map((move) => ({ ...eventOf(move), receivedAt: Instant.make(at.epochMilliseconds) }))
    tracked.receive(events, at, true)
    assert.deepStrictEqual(tracked.transhipments()?.carriers, {})
    assert.deepStrictEqual(Object.keys(tracked.transhipments()?.dwells ?? {}), ["BEANR"])
  })
})
