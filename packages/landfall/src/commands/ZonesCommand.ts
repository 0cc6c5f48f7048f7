import { SEARCH_RADIUS_KM } from "@landfall/core/congestion/fleet/ZoneProposals"
import { PortAreaSource } from "@landfall/core/congestion/zones/PortAreas"
import { type Zone, ZoneId, zoneTitle } from "@landfall/core/congestion/zones/Zone"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { type Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { formatCount } from "@landfall/core/listing/Count"
import { VesselClass } from "@landfall/core/vessels/VesselClass"
import { writeZone, writeZones } from "@landfall/feeds/zones/ZoneGeoJson"
import * as SqlZoneStore from "@landfall/storage/congestion/zones/SqlZoneStore"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { withExistingStores, withStores } from "../settings/Database.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

const withZoneStores = withExistingStores(SqlZoneStore.layer)

const portArgument = Argument.String("port").pipe(
  Argument.withSchema(UnlocodeFromInput),
  Argument.withDescription("UN/LOCODE of the port")
)

const zonesArgument = Argument.String("zone").pipe(
  Argument.withSchema(ZoneId),
  Argument.withDescription("Id of the zone"),
  Argument.variadic({ min: 1 })
)

/** Some of the named zones are not stored; none of the others was changed. */
export class UnknownZones extends Schema.TaggedError<UnknownZones>()("UnknownZones", { message: Schema.String }) {}

/** The stored zones of these ids. Fails when one is missing, so that a command changes all of them or none. */
const findZones = Effect.fnUntraced(function* (ids: ReadonlyArray<ZoneId>) {
  const store = yield* ZoneStore
  const stored = new Map((yield* store.list(Option.none())).map((zone) => [zone.id, zone]))
  const unknown = ids.filter((id) => !stored.has(id))
  if (unknown.length === 0) return ids.flatMap((id) => Option.toArray(Option.fromUndefinedOr(stored.get(id))))
  return yield* new UnknownZones({
    message: `${unknown.length} of ${formatCount(ids.length, "zone")} ${unknown.length === 1 ? "is" : "are"} unknown, and nothing was changed: ${unknown.join(", ")}. List them with: landfall zones list`
  })
})

const zoneLine = (zone: Zone): string =>
  `${zone.id}  ${zone.status.padEnd(8)}  ${zone.kind.padEnd(9)}  ${zone.ports.join("+")}  ${zone.source}${Option.match(zone.vesselType, { onNone: () => "", onSome: (type) => `  ${type}` })}  ${zoneTitle(zone)}`

/** Prints zones as GeoJSON, which `landfall import zones` reads, or as one line each. */
const printZones = (asJson: boolean, zones: ReadonlyArray<Zone>) =>
  asJson
    ? printJson(writeZones(zones))
    : Effect.forEach(zones, (zone) => Console.log(zoneLine(zone)), { discard: true })

/** Prints the curated areas, of one port or of all, with their sources. */
const printBundled = Effect.fnUntraced(function* (port: Option.Option<Unlocode>, json: boolean) {
  const { curated } = yield* yield* PortAreaSource
  const areas = curated.filter(({ zone }) => Option.isNone(port) || zone.ports.includes(port.value))
  if (json) {
    const features = areas.map(({ zone, complex, reference, checkedIn, confidence }) => {
      const feature = writeZone(zone)
      return { ...feature, properties: { ...feature.properties, complex, reference, checkedIn, confidence } }
    })
    return yield* printJson({ type: "FeatureCollection", features })
  }
  for (const { zone, complex, reference, checkedIn, confidence } of areas) {
    yield* Console.log(`${zoneLine(zone)}  ${complex}: ${reference}, ${checkedIn}, confidence ${confidence}`)
  }
})

/** Prints the stored zones, of one port with its numbers of berths, or of all ports. */
const printStored = Effect.fnUntraced(function* (port: Option.Option<Unlocode>, json: boolean) {
  const store = yield* ZoneStore
  yield* printZones(json, yield* store.list(port))
  if (json || Option.isNone(port)) return
  for (const { vesselClass, berths } of yield* store.berths(port.value)) {
    yield* Console.log(`berths of ${port.value} for ${vesselClass}: ${berths}`)
  }
}, withZoneStores)

const list = Command.make(
  "list",
  {
    port: Argument.optional(portArgument),
    bundled: Flag.Boolean("bundled").pipe(
      Flag.withDescription("List the curated terminals and anchorages of Landfall instead, with their sources"),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ port, bundled, json }) {
    yield* bundled ? Effect.provide(printBundled(port, json), Sea.portAreas) : printStored(port, json)
  })
).pipe(
  Command.withDescription(
    "List the imported and the proposed zones, of one port or of all ports; with --json as GeoJSON"
  )
)

const find = Command.make(
  "find",
  {
    port: portArgument,
    ais: Flag.String("ais").pipe(
      Flag.withDescription(
        "AIS file to search instead of the stored port calls, which exist within the area of the port alone; repeat it for several"
      ),
      Flag.atLeast(0)
    ),
    radius: Flag.Int("radius").pipe(
      Flag.withSchema(
        Schema.Int.check(
          Schema.isBetween({ minimum: 1, maximum: 200 }, { message: "must be a whole number from 1 to 200" })
        )
      ),
      Flag.withDescription(
        `Kilometres around the port to search in the files of --ais; ${SEARCH_RADIUS_KM} by default`
      ),
      Flag.withDefault(SEARCH_RADIUS_KM)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ port, ais, radius, json }) {
    // The search reads files of AIS and the ports, which other commands of zones do not load.
    const { findZones } = yield* Effect.promise(() => import("../zones/ZoneSearch.ts"))
    const { proposals, calls } = yield* findZones(port, ais, radius)
    yield* printZones(json, proposals)
    if (json) return
    yield* Console.log(
      proposals.length === 0
        ? `No new zone was found in ${formatCount(calls, "port call")} at ${port}.`
        : `${formatCount(proposals.length, "zone")} proposed from ${formatCount(calls, "port call")}. See the map with: landfall congestion ${port} --map FILE.png. Then run: landfall zones accept ID, or: landfall zones reject ID.`
    )
  })
).pipe(
  Command.withDescription(
    "Propose berths and anchorages where many different vessels were moored or at anchor; they take effect once accepted"
  )
)

const accept = Command.make(
  "accept",
  { zones: zonesArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ zones, json }) {
    const store = yield* ZoneStore
    const proposals = yield* findZones(zones)
    yield* printZones(json, yield* Effect.forEach(proposals, ({ id }) => store.accept(id)))
  }, withZoneStores)
).pipe(Command.withDescription("Accept proposed zones; from then on, stays of vessels are detected in them"))

const reject = Command.make(
  "reject",
  { zones: zonesArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ zones, json }) {
    const store = yield* ZoneStore
    for (const zone of yield* findZones(zones)) {
      // A proposed zone is stored as rejected, so that it is not proposed again.
      if (zone.source === "history") yield* store.put([{ ...zone, status: "rejected" }])
      else yield* store.remove(zone.id)
    }
    yield* json ? printJson({ rejected: zones }) : Console.log(`${formatCount(zones.length, "zone")} rejected`)
  }, withZoneStores)
).pipe(Command.withDescription("Reject zones: a proposed zone is not proposed again, an imported zone is removed"))

const berths = Command.make(
  "berths",
  {
    port: portArgument,
    count: Argument.Int("berths").pipe(
      Argument.withSchema(
        Schema.Int.check(
          Schema.isBetween({ minimum: 0, maximum: 10_000 }, { message: "must be a whole number from 0 to 10000" })
        )
      ),
      Argument.withDescription("Number of berths; 0 removes the number, so that it is estimated from past port calls")
    ),
    vesselClass: Flag.Literals("class", VesselClass.literals).pipe(
      Flag.withDescription("Class of vessels that use the berths; all commercial vessels by default"),
      Flag.withDefault("commercialVessels" as const)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ port, count, vesselClass, json }) {
    const store = yield* ZoneStore
    yield* store.setBerths({ port, vesselClass, berths: count })
    const all = yield* store.berths(port)
    if (json) return yield* printJson(all)
    if (all.length === 0) yield* Console.log(`The number of berths of ${port} is estimated from past port calls.`)
    for (const { vesselClass, berths } of all) yield* Console.log(`berths of ${port} for ${vesselClass}: ${berths}`)
  }, withStores(SqlZoneStore.layer))
).pipe(Command.withDescription("Set the number of berths of a port, which occupation is measured against"))

export const zonesCommand = Command.make("zones").pipe(Command.withSubcommands([list, find, accept, reject, berths]))
