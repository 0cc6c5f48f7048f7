import { OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

const PORT_COLUMNS = jsonColumns({
  code: "TEXT",
  name: "TEXT",
  country: "TEXT",
  latitude: "DOUBLE PRECISION",
  longitude: "DOUBLE PRECISION",
  aliases: "TEXT"
})

const Aliases = Schema.fromJsonString(OperatorPort.fields.aliases)

/** A row of `own_port`. */
const PortRow = Schema.Struct({
  code: OperatorPort.fields.code,
  name: OperatorPort.fields.name,
  country: OperatorPort.fields.country,
  latitude: OperatorPort.fields.position.fields.latitude,
  longitude: OperatorPort.fields.position.fields.longitude,
  aliases: Aliases
})

const Revision = Schema.Struct({ revision: Schema.Int })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const findAll = SqlSchema.findAll({
    Request: Schema.Void,
    Result: PortRow,
    execute: () => sql`SELECT * FROM own_port ORDER BY code`
  })
  const findRevision = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: Revision,
    execute: () => sql`SELECT revision FROM own_port_revision`
  })
  const encodeAliases = Schema.encodeSync(Aliases)

  const save = Effect.fn("PortStore.save")(function* (ports: ReadonlyArray<OperatorPort>) {
    if (ports.length === 0) return
    const distinctPorts = [...new Map(ports.map((port) => [port.code, port])).values()]
    const rows = distinctPorts.map(({ aliases, code, country, name, position }) => [
      code,
      name,
      country,
      position.latitude,
      position.longitude,
      encodeAliases(aliases)
    ])
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`INSERT INTO own_port_revision (id, revision) VALUES (1, 1)
          ON CONFLICT (id) DO UPDATE SET revision = own_port_revision.revision + 1`
        yield* sql`INSERT INTO own_port (${sql.literal(PORT_COLUMNS.names)})
          SELECT * FROM ${jsonRows(sql, PORT_COLUMNS, rows)} AS added WHERE 1 = 1
          ON CONFLICT (code) DO UPDATE SET
            name = excluded.name, country = excluded.country, latitude = excluded.latitude,
            longitude = excluded.longitude, aliases = excluded.aliases`
      })
    )
  }, mapToStorageError("PortStore.save"))

  return PortStore.of({
    save,
    list: Effect.map(findAll(), (rows) =>
      rows.map(({ latitude, longitude, ...port }): OperatorPort => ({ ...port, position: { latitude, longitude } }))
    ).pipe(Effect.withSpan("PortStore.list"), mapToStorageError("PortStore.list")),
    revision: Effect.map(findRevision(), (row) => (Option.isSome(row) ? row.value.revision : 0)).pipe(
      Effect.withSpan("PortStore.revision"),
      mapToStorageError("PortStore.revision")
    )
  })
})

/** `PortStore` in the tables `own_port` and `own_port_revision`. */
export const layer = Layer.effect(PortStore, make)
