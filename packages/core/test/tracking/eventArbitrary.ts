import { Option, Schema } from "effect"
import * as Arbitrary from "effect/Arbitrary"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { Instant } from "../../src/time/Instant.ts"
import {
  type CarrierEvent,
  Classifier,
  EmptyIndicator,
  EquipmentCode,
  TransportMode
} from "../../src/tracking/carriers/CarrierEvent.ts"
import { CONTAINER, OTHER_CONTAINER, on } from "./fixtures.ts"

const DAY = 86_400_000
const START = on("01-01")

const upTo = (maximum: number) => Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum })))

/** Few ports, vessels, days and times, so that events meet and contradict each other often. */
const Seed = Schema.Struct({
  movement: Schema.Literals(["ARRI", "DEPA", "LOAD", "DISC", "GTIN", "GTOT", "LOAD", "DISC"]),
  port: Schema.Literals(["CNSHA", "CNNGB", "SGSIN", "NLRTM", "DEDUI"]),
  vessel: Schema.Literals(["ATLAS", "BOREAS", ""]),
  mode: Schema.Literals(["VESSEL", "VESSEL", "VESSEL", ...TransportMode.literals]),
  classifier: Classifier,
  day: upTo(60),
  created: upTo(6),
  received: upTo(4),
  container: Schema.Literals([CONTAINER, CONTAINER, OTHER_CONTAINER, ""]),
  empty: Schema.Literals(["LADEN", "LADEN", ...EmptyIndicator.literals, ""]),
  call: upTo(3),
  booking: Schema.Literals(["", "ONE", "TWO", "ONE TWO", "TWO ONE"]),
  named: Schema.Literals(["", "", "", CONTAINER, OTHER_CONTAINER])
})

const optional = (text: string): Option.Option<string> => (text === "" ? Option.none() : Option.some(text))

const isTransport = (movement: (typeof Seed.Type)["movement"]): movement is "ARRI" | "DEPA" =>
  movement === "ARRI" || movement === "DEPA"

const emptyOf = (empty: (typeof Seed.Type)["empty"]): Option.Option<EmptyIndicator> =>
  empty === "" ? Option.none() : Option.some(empty)

/** No creation time, midnight, or noon of a day. */
const createdOf = (created: number): Option.Option<Instant> =>
  created === 0 ? Option.none() : Option.some(Instant.make(START + created * DAY + (created === 1 ? 0 : DAY / 2)))

const eventOf = (seed: typeof Seed.Type): CarrierEvent => {
  const shared = {
    sourceEventId: optional(seed.call === 0 ? "" : `e-${seed.day}-${seed.created}`),
    eventDateTime: Instant.make(START + seed.day * DAY),
    createdDateTime: createdOf(seed.created),
    receivedAt: Instant.make(START + seed.received * DAY),
    documents: seed.booking === "" ? [] : seed.booking.split(" ").map((value) => ({ type: "BKG", value })),
    references: seed.named === "" ? [] : [{ type: "EQ", value: seed.named }],
    remark: Option.none(),
    delayReason: Option.none(),
    classifier: seed.classifier,
    place: Option.some({
      unlocode: Unlocode.make(seed.port),
      name: Option.none(),
      facility: Option.none(),
      facilityType: Option.none()
    }),
    transportCall: Option.some({
      id: optional(seed.call === 0 ? "" : `${seed.port}${seed.call}`),
      mode: seed.mode,
      vessel: Option.map(optional(seed.vessel), (name) => ({ imo: Option.none(), name: Option.some(name) })),
      exportVoyage: Option.none(),
      importVoyage: Option.none()
    }),
    equipmentReference: optional(seed.container)
  }
  return isTransport(seed.movement)
    ? { _tag: "TransportEvent", ...shared, code: seed.movement }
    : {
        _tag: "EquipmentEvent",
        ...shared,
        code: EquipmentCode.literals.find((code) => code === seed.movement) ?? "LOAD",
        emptyIndicator: emptyOf(seed.empty)
      }
}

export const anyEvent: Arbitrary.Arbitrary<CarrierEvent> = Arbitrary.schema(Seed).pipe(Arbitrary.map(eventOf))

/** Up to forty events, most of them contradictory. */
export const anyEvents = Arbitrary.array(anyEvent, { maxLength: 40 })

/** Numbers by which `shuffle` sorts a set of events. */
export const anyOrder = Arbitrary.array(Arbitrary.schema(upTo(1000)), { minLength: 1, maxLength: 60 })

/** The same items in an order that `order` decides. */
export const shuffle = <A>(items: ReadonlyArray<A>, order: ReadonlyArray<number>): ReadonlyArray<A> =>
  items
    .map((item, index) => ({ item, rank: (order[index % order.length] ?? 0) * (index % 7 === 0 ? -1 : 1) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

/** The same items with some repeated, as `order` decides. */
export const repeat = <A>(items: ReadonlyArray<A>, order: ReadonlyArray<number>): ReadonlyArray<A> =>
  items.flatMap((item, index) => ((order[index % order.length] ?? 0) % 2 === 0 ? [item, item] : [item]))
