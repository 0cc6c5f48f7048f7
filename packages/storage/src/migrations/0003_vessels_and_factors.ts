import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Adds the vessel registry and operator-supplied emission factors. Null: the value is unknown. */
export const vesselsAndFactors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE vessel (
    imo TEXT UNIQUE,
    mmsi TEXT UNIQUE,
    name TEXT,
    teu DOUBLE PRECISION,
    gross_tonnage DOUBLE PRECISION,
    length_m DOUBLE PRECISION,
    beam_m DOUBLE PRECISION,
    draught_m DOUBLE PRECISION,
    engine_kw DOUBLE PRECISION,
    service_speed_knots DOUBLE PRECISION,
    year_built BIGINT,
    reported_co2_kg_per_nautical_mile DOUBLE PRECISION,
    reported_mean_speed_knots DOUBLE PRECISION,
    reported_year BIGINT,
    CHECK (imo IS NOT NULL OR mmsi IS NOT NULL)
  )`

  yield* sql`CREATE TABLE emission_factor (
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    cargo TEXT NOT NULL,
    wtw_grams_per_teu_km DOUBLE PRECISION NOT NULL,
    ttw_grams_per_teu_km DOUBLE PRECISION,
    edition TEXT NOT NULL,
    PRIMARY KEY (scope, name, cargo)
  )`
})
