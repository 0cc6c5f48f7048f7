import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The vessel of each port call, so that the calls of one vessel can be read, and the shipments of a carrier in order. */
export const vesselCalls = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const member = (name: "imo" | "mmsi") =>
    sql.onDialectOrElse({
      sqlite: () => sql`json_extract(body, ${sql.literal(`'$.ship.${name}'`)})`,
      orElse: () => sql`body::json #>> ${sql.literal(`'{ship,${name}}'`)}`
    })

  yield* sql`ALTER TABLE port_call ADD COLUMN vessel_imo TEXT`
  yield* sql`ALTER TABLE port_call ADD COLUMN vessel_mmsi TEXT`
  yield* sql`UPDATE port_call SET vessel_imo = ${member("imo")}, vessel_mmsi = ${member("mmsi")}`
  yield* sql`CREATE INDEX port_call_imo ON port_call (vessel_imo, started_at) WHERE vessel_imo IS NOT NULL`
  yield* sql`CREATE INDEX shipment_of_sealine ON shipment (account_id, sealine, id) WHERE sealine IS NOT NULL`
  yield* sql`CREATE INDEX port_call_mmsi ON port_call (vessel_mmsi, started_at) WHERE vessel_mmsi IS NOT NULL`
})
