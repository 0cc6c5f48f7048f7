import { proposeZones } from "@landfall/core/congestion/detection/ZoneProposals"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { type Zone, ZoneId, zoneTitle } from "@landfall/core/congestion/zones/Zone"
import { writeZones } from "@landfall/core/congestion/zones/ZoneGeoJson"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { type Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { VesselClass } from "@landfall/core/vessels/VesselClass"
import { Clock, Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { withDatabase } from "../settings/Database.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

const portArgument = Argument.String("port").pipe(
  Argument.withSchema(UnlocodeFromInput),
  Argument.withDescription("UN/LOCODE of the port")
)

const zonesArgument = Argument.String("zone").pipe(Argument.withSchema(ZoneId), Argument.variadic({ min: 1 }))

const zoneLine = (zone: Zone): string =>
  `${zone.id}  ${zone.status.padEnd(8)}  ${zone.kind.padEnd(9)}  ${zone.ports.join("+")}  ${zone.source}${Option.match(zone.vesselType, { onNone: () => "", onSome: (type) => `  ${type}` })}  ${zoneTitle(zone)}`

/** Zones as GeoJSON, which `landfall import zones` reads again, or one in a line. */
const printZones = (asJson: boolean, zones: ReadonlyArray<Zone>) =>
  asJson
    ? printJson(writeZones(zones))
    : Effect.forEach(zones, (zone) => Console.log(zoneLine(zone)), { discard: true })

const list = Command.make(
  "list",
  { port: Argument.optional(portArgument), json: jsonFlag },
  Effect.fnUntraced(function* ({ port, json }) {
    const store = yield* ZoneStore
    yield* printZones(json, yield* store.list(port))
    if (json || Option.isNone(port)) return
    for (const { vesselClass, berths } of yield* store.berths(port.value)) {
      yield* Console.log(`berths of ${port.value} for ${vesselClass}: ${berths}`)
    }
  }, withDatabase)
).pipe(Command.withDescription("List the zones drawn or found, of one port or of all; with --json as GeoJSON"))

/** Proposals of a port out of all its calls, those that were accepted or rejected before left out. */
const proposeNewZones = Effect.fnUntraced(function* (port: Unlocode) {
  const store = yield* ZoneStore
  const now = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
  const calls = yield* (yield* PortCallLog).calls(port, Instant.make(0), now)
  const known = new Set((yield* store.list(Option.some(port))).map(({ id }) => id))
  const found = proposeZones(port, calls).filter(({ id }) => !known.has(id))
  yield* store.put(found)
  return { found, calls: calls.length }
})

const find = Command.make(
  "find",
  { port: portArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ port, json }) {
    const { found, calls } = yield* proposeNewZones(port)
    yield* printZones(json, found)
    if (json) return
    yield* Console.log(
      found.length === 0
        ? `Nothing new was found in ${calls} port calls at ${port}.`
        : `${found.length} zones are proposed out of ${calls} port calls. Look at them with landfall congestion ${port} --map FILE.png, then: landfall zones accept ID, or reject ID.`
    )
  }, withDatabase)
).pipe(
  Command.withDescription(
    "Propose berths and anchorages where many different ships lay still; they count once accepted"
  )
)

const accept = Command.make(
  "accept",
  { zones: zonesArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ zones, json }) {
    const store = yield* ZoneStore
    yield* printZones(json, yield* Effect.forEach(zones, store.accept))
  }, withDatabase)
).pipe(Command.withDescription("Accept zones that were proposed; ships' stays count in them from then on"))

const reject = Command.make(
  "reject",
  { zones: zonesArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ zones, json }) {
    const store = yield* ZoneStore
    const known = new Map((yield* store.list(Option.none())).map((zone) => [zone.id, zone]))
    for (const id of zones) {
      const zone = known.get(id)
      // What was found is kept as rejected, so that it is not found again.
      if (zone?.source === "history") yield* store.put([{ ...zone, status: "rejected" }])
      else yield* store.remove(id)
    }
    yield* json ? printJson({ rejected: zones }) : Console.log(`${zones.length} zones rejected`)
  }, withDatabase)
).pipe(Command.withDescription("Reject zones: those found are not proposed again, those drawn are removed"))

const berths = Command.make(
  "berths",
  {
    port: portArgument,
    count: Argument.Int("berths").pipe(
      Argument.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))),
      Argument.withDescription("How many there are; 0 leaves it to history again")
    ),
    vesselClass: Flag.Literals("class", VesselClass.literals).pipe(
      Flag.withDescription("The ships that they take; all merchant ships when left out"),
      Flag.withDefault("commercialVessels" as const)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ port, count, vesselClass, json }) {
    const store = yield* ZoneStore
    yield* store.setBerths({ port, vesselClass, berths: count })
    const all = yield* store.berths(port)
    if (json) return yield* printJson(all)
    if (all.length === 0) yield* Console.log(`The berths of ${port} are learned from history.`)
    for (const { vesselClass, berths } of all) yield* Console.log(`berths of ${port} for ${vesselClass}: ${berths}`)
  }, withDatabase)
).pipe(Command.withDescription("Say how many berths a port has: occupation is measured against it"))

export const zonesCommand = Command.make("zones").pipe(
  Command.withDescription("The berths, anchorages and areas of ports; a running server goes by them within a second"),
  Command.withSubcommands([list, find, accept, reject, berths])
)
