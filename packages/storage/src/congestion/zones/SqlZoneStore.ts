import { Zone, ZoneId, ZoneKind, ZoneSource, ZoneStatus } from "@landfall/core/congestion/zones/Zone"
import { ZoneShape } from "@landfall/core/congestion/zones/ZoneShape"
import {
  BerthCapacity,
  compareBerthCapacities,
  removesBerthSetting,
  ZoneNotFound,
  ZoneStore
} from "@landfall/core/congestion/zones/ZoneStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeRevisions, ZONE_REVISION_NAME } from "./Revisions.ts"

const ZoneRow = Schema.Struct({
  id: ZoneId,
  kind: ZoneKind,
  name: Schema.OptionFromNullOr(Schema.String),
  ports: Schema.fromJsonString(Schema.Array(Unlocode)),
  shape: Schema.fromJsonString(Schema.toCodecJson(ZoneShape)),
  source: ZoneSource,
  status: ZoneStatus,
  vesselType: Schema.OptionFromNullOr(VesselType)
}).pipe(Schema.decodeTo(Schema.toType(Zone)))

const ZONE_COLUMNS = jsonColumns({
  id: "TEXT",
  kind: "TEXT",
  name: "TEXT",
  ports: "TEXT",
  shape: "TEXT",
  source: "TEXT",
  status: "TEXT",
  vessel_type: "TEXT"
})

const zoneCells = (zone: Zone): Cells => [
  zone.id,
  zone.kind,
  Option.getOrNull(zone.name),
  JSON.stringify(zone.ports),
  JSON.stringify(zone.shape),
  zone.source,
  zone.status,
  Option.getOrNull(zone.vesselType)
]

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const revisions = yield* makeRevisions

  const findAll = SqlSchema.findAll({
    Request: Schema.Void,
    Result: ZoneRow,
    execute: () => sql`SELECT * FROM port_zone ORDER BY id`
  })
  // The column holds a JSON array of codes.
  const findOfPort = SqlSchema.findAll({
    Request: Unlocode,
    Result: ZoneRow,
    execute: (port) => sql`SELECT * FROM port_zone WHERE ports LIKE ${`%"${port}"%`} ORDER BY id`
  })
  const acceptOne = SqlSchema.findOneOption({
    Request: ZoneId,
    Result: ZoneRow,
    execute: (id) => sql`UPDATE port_zone SET status = 'accepted' WHERE id = ${id} RETURNING *`
  })
  const removeOne = SqlSchema.findOneOption({
    Request: ZoneId,
    Result: Schema.Struct({ id: ZoneId }),
    execute: (id) => sql`DELETE FROM port_zone WHERE id = ${id} RETURNING id`
  })
  const findBerths = SqlSchema.findAll({
    Request: Unlocode,
    Result: BerthCapacity,
    execute: (port) => sql`SELECT * FROM port_berths WHERE port = ${port}`
  })
  const deleteBerths = SqlSchema.void({
    Request: BerthCapacity,
    execute: ({ port, vesselClass }) =>
      sql`DELETE FROM port_berths WHERE port = ${port} AND vessel_class = ${vesselClass}`
  })
  const writeBerths = SqlSchema.void({
    Request: BerthCapacity,
    execute: (row) =>
      sql`INSERT INTO port_berths ${sql.insert(row)}
        ON CONFLICT (port, vessel_class) DO UPDATE SET berths = excluded.berths`
  })

  /** Runs a change and raises the revision in one transaction. */
  const asChange = <A, E, R>(change: Effect.Effect<A, E, R>) =>
    sql.withTransaction(Effect.andThen(revisions.next(ZONE_REVISION_NAME), change))

  const put = Effect.fnUntraced(function* (zones: ReadonlyArray<Zone>) {
    const rows = [...new Map(zones.map((zone) => [zone.id, zoneCells(zone)])).values()]
    yield* sql`INSERT INTO port_zone (${sql.literal(ZONE_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, ZONE_COLUMNS, rows)} AS added WHERE 1 = 1
      ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, ports = excluded.ports,
        shape = excluded.shape, source = excluded.source, status = excluded.status, vessel_type = excluded.vessel_type`
  })

  const orNotFound =
    (id: ZoneId) =>
    <A>(found: Option.Option<A>): Effect.Effect<A, ZoneNotFound> =>
      Option.match(found, { onNone: () => Effect.fail(new ZoneNotFound({ id })), onSome: Effect.succeed })

  return ZoneStore.of({
    put: Effect.fn("ZoneStore.put")(
      (zones) => (zones.length === 0 ? Effect.void : asChange(put(zones))),
      mapToStorageError("ZoneStore.put")
    ),
    list: Effect.fn("ZoneStore.list")(
      (port) => Option.match(port, { onNone: () => findAll(), onSome: (code) => findOfPort(code) }),
      mapToStorageError("ZoneStore.list")
    ),
    accept: Effect.fn("ZoneStore.accept")(
      (id) => asChange(Effect.flatMap(acceptOne(id), orNotFound(id))),
      mapToStorageError("ZoneStore.accept")
    ),
    remove: Effect.fn("ZoneStore.remove")(
      (id) => asChange(Effect.asVoid(Effect.flatMap(removeOne(id), orNotFound(id)))),
      mapToStorageError("ZoneStore.remove")
    ),
    setBerths: Effect.fn("ZoneStore.setBerths")(
      (capacity) => asChange(removesBerthSetting(capacity) ? deleteBerths(capacity) : writeBerths(capacity)),
      mapToStorageError("ZoneStore.setBerths")
    ),
    berths: Effect.fn("ZoneStore.berths")(
      (port) => Effect.map(findBerths(port), (rows) => rows.toSorted(compareBerthCapacities)),
      mapToStorageError("ZoneStore.berths")
    ),
    revision: revisions
      .current(ZONE_REVISION_NAME)
      .pipe(mapToStorageError("ZoneStore.revision"), Effect.withSpan("ZoneStore.revision"))
  })
})

/** `ZoneStore` in the tables `port_zone` and `port_berths`. */
export const layer = Layer.effect(ZoneStore, make)
