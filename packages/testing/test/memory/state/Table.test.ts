import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { Table, type Undo } from "../../../src/memory/state/Table.ts"

const Change = Schema.Union([
  Schema.TaggedStruct("Set", { key: Schema.Literals(["a", "b", "c"]), row: Schema.Int }),
  Schema.TaggedStruct("Delete", { key: Schema.Literals(["a", "b", "c"]) })
])
const changes = Arbitrary.array(Arbitrary.schema(Change), { maxLength: 20 })

const apply = (table: Table<string, number>, change: typeof Change.Type) =>
  change._tag === "Set" ? table.set(change.key, change.row) : table.delete(change.key)

const rowsOf = (table: Table<string, number>) => ["a", "b", "c"].map((key) => table.get(key))

describe("Table", () => {
  it.effect.prop(
    "has its former rows after its undo steps have run, newest first",
    [changes, changes],
    ([before, after]) =>
      Effect.sync(() => {
        const journal: Array<Undo> = []
        const table = new Table<string, number>(journal)
        for (const change of before) apply(table, change)
        const [rows, size] = [rowsOf(table), table.size]
        journal.length = 0
        for (const change of after) apply(table, change)
        while (journal.length > 0) journal.pop()?.()
        assert.deepStrictEqual(rowsOf(table), rows)
        assert.strictEqual(table.size, size)
      })
  )
})
