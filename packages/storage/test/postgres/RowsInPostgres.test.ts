import { describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { assertInserted, assertReadBack, Rows } from "../sql/RowsCases.ts"
import { serverUrl, skipReason, withServer } from "./TestServer.ts"

const HOSTILE = ['"', "\\", '\\"', "{}", ",", "NULL", "", " ", "'", "\n\t", '{"a",NULL}', "\ud800", "a\0b", "é 漢 🚢"]

const client = Layer.unwrap(Effect.sync(() => PostgresClient.layer({ url: Redacted.make(serverUrl()) })))

describe.skipIf(skipReason !== undefined)("rows passed as arrays to Postgres", () => {
  withServer()

  it.effect.prop(
    "are read back unchanged and in order",
    [Rows],
    ([rows]) => Effect.provide(assertReadBack(rows), client),
    { arbitrary: { runs: 25 } }
  )

  it.effect("keep quotes, braces, separators and the word NULL as text", () =>
    Effect.provide(assertReadBack(HOSTILE.map((words) => [words, null, 1e-7])), client)
  )

  it.effect("are inserted by one statement, and an empty list inserts none", () =>
    Effect.provide(assertInserted, client)
  )
})
