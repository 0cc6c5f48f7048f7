import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { assertInserted, assertReadBack, Rows } from "./RowsCases.ts"

const client = NodeSqliteClient.layer({ filename: ":memory:" })

describe("rows passed as JSON", () => {
  it.effect.prop("are read back unchanged and in order", [Rows], ([rows]) =>
    Effect.provide(assertReadBack(rows), client)
  )

  it.effect("are inserted by one statement, and an empty list inserts none", () =>
    Effect.provide(assertInserted, client)
  )
})
