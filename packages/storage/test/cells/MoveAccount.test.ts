import { assert, describe, it } from "@effect/vitest"
import { answeringCell, type CellEntry } from "@landfall/core/cells/AccountMove"
import { CellName } from "@landfall/core/cells/CellName"
import { Cause, Effect, Exit, Fiber, Layer, Option, type Redacted, Ref, type Scope } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { digestRows } from "../../src/cells/AccountCopy.ts"
import { type AccountTable, accountTables } from "../../src/cells/AccountTables.ts"
import { moveAccount } from "../../src/cells/MoveAccount.ts"
import type { MovingCell } from "../../src/cells/MoveCells.ts"
import { entriesOf } from "../../src/cells/SqlCellDirectory.ts"
import { applyMigrations } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { newSchema, skipReason, withServer } from "../postgres/TestServer.ts"
import { MOVING, ROWS, rowOf, STAYING, seed } from "./CellRows.ts"

/** The statements of a move, spread over all of them, before which a mover is killed. */
const KILLS = 24

const HOME = CellName.make("home")
const EU = CellName.make("eu")
const CELLS = [HOME, EU]

interface World {
  readonly home: MovingCell
  readonly eu: MovingCell
  readonly tables: ReadonlyArray<AccountTable>
  /** Sets the clock of the directory forward, so that the lease of a dead mover has ended. */
  readonly expireLease: Effect.Effect<void>
}

type OpenClient = Effect.Effect<SqlClient.SqlClient, unknown, Scope.Scope>

const inSqlite: OpenClient = Effect.map(
  Layer.build(Layer.fresh(NodeSqliteClient.layer({ filename: ":memory:" }))),
  (context) => Effect.runSync(Effect.provideContext(SqlClient.SqlClient, context))
)

const inPostgres: OpenClient = Effect.flatMap(newSchema, (url: Redacted.Redacted) =>
  Effect.map(Layer.build(Layer.fresh(PostgresClient.layer({ url }))), (context) =>
    Effect.runSync(Effect.provideContext(SqlClient.SqlClient, context))
  )
)

/** Two cells; the home cell has two accounts with rows in every table. */
const makeWorld = Effect.fnUntraced(function* (open: OpenClient) {
  const time = yield* Ref.make(1_000_000)
  const clock = { now: Ref.get(time) }
  const tables = yield* accountTables
  const [home, eu] = [yield* open, yield* open]
  for (const sql of [home, eu]) yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, sql)
  yield* seed(home, tables, MOVING)
  yield* seed(home, tables, STAYING)
  const world: World = {
    home: { sql: home, clock },
    eu: { sql: eu, clock },
    tables,
    expireLease: Ref.update(time, (now) => now + 60_000)
  }
  return world
})

const move = (world: World, mover: string, to: CellName = EU) =>
  moveAccount({
    accountId: MOVING,
    to,
    home: HOME,
    cells: CELLS,
    mover,
    homeCell: world.home,
    tables: world.tables,
    cellOf: (name) => (name === HOME ? world.home : world.eu),
    awaitServers: false,
    verify: true,
    onProgress: () => Effect.void,
    wake: Effect.void
  })

const digestsOf = ({ tables }: World, { sql }: MovingCell, account = MOVING) =>
  Effect.forEach(tables, (table) => digestRows(sql, table, account))

const rowsIn = (world: World, cell: MovingCell, account = MOVING) =>
  Effect.map(digestsOf(world, cell, account), (digests) => digests.reduce((sum, { rows }) => sum + rows, 0))

const entryOf = ({ home }: World) =>
  Effect.map(
    Effect.flatMap(home.sql`SELECT * FROM cell_account WHERE account_id = ${MOVING}`, entriesOf),
    ([entry]) => entry ?? ({ accountId: MOVING, cell: HOME, move: Option.none() } satisfies CellEntry)
  )

/** Kills the mover before its statement of a number: nothing after it runs. Counts the statements. */
const killAt = (statement: number) => {
  let count = 0
  const transform: Statement.Transformer = (self) =>
    Effect.suspend(() => {
      count += 1
      return count >= statement ? Effect.die(new Error("killed")) : Effect.succeed(self)
    })
  return {
    run: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.provideService(effect, Statement.CurrentTransformer, transform),
    count: () => count
  }
}

const stores = [
  { name: "SQLite", open: inSqlite, skip: false },
  { name: "Postgres", open: inPostgres, skip: skipReason !== undefined }
]

describe.each(stores)("a move of an account between cells on $name", ({ open, skip }) => {
  withServer()

  it.live.skipIf(skip)("moves every row of the account, and none of another", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld(open)
      const before = yield* digestsOf(world, world.home)
      const others = yield* digestsOf(world, world.home, STAYING)
      const result = yield* move(world, "first")
      assert.deepStrictEqual(yield* digestsOf(world, world.eu), before)
      assert.strictEqual(yield* rowsIn(world, world.home), 0)
      assert.deepStrictEqual(yield* digestsOf(world, world.home, STAYING), others)
      assert.strictEqual(yield* rowsIn(world, world.eu, STAYING), 0)
      assert.strictEqual(
        result.rows,
        before.reduce((sum, { rows }) => sum + rows, 0)
      )
      const entry = yield* entryOf(world)
      assert.deepStrictEqual([entry.cell, Option.isNone(entry.move)], [EU, true])
      const secrets = yield* world.home.sql`SELECT count(*) FROM cell_secret`.values
      assert.strictEqual(Number(secrets[0]?.[0]), 2 * ROWS)
      yield* move(world, "back", HOME)
      assert.deepStrictEqual(yield* digestsOf(world, world.home), before)
      assert.strictEqual(yield* rowsIn(world, world.eu), 0)
      const fences = yield* world.home.sql`SELECT account_id FROM account_fence`.values
      assert.deepStrictEqual(fences, [])
    })
  )

  it.live.skipIf(skip)("killed at any statement, leaves the account in one cell, and is continued without a loss", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld(open)
      const before = yield* digestsOf(world, world.home)
      const counting = killAt(Number.POSITIVE_INFINITY)
      yield* counting.run(move(world, "counting"))
      const total = counting.count()
      let [source, target] = [EU, HOME]
      const cellOf = (name: CellName) => (name === HOME ? world.home : world.eu)
      for (let index = 0; index < KILLS; index++) {
        const statement = 1 + Math.floor((index * total) / KILLS)
        const killed = yield* Effect.exit(killAt(statement).run(move(world, `killed ${index}`, target)))
        assert.strictEqual(killed._tag, "Failure", `statement ${statement} of ${total}`)
        const entry = yield* entryOf(world)
        const answers = Option.getOrUndefined(answeringCell(entry))
        assert.deepStrictEqual(
          yield* digestsOf(world, cellOf(entry.cell)),
          before,
          `statement ${statement}, ${answers}`
        )
        yield* world.expireLease
        yield* move(world, `next ${index}`, target)
        assert.deepStrictEqual(yield* digestsOf(world, cellOf(target)), before)
        assert.strictEqual(yield* rowsIn(world, cellOf(source)), 0)
        ;[source, target] = [target, source]
      }
    })
  )

  it.live.skipIf(skip)("has every write that the source accepted meanwhile, and rejects the others", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld(open)
      const { sql } = world.home
      const table = (name: string) => world.tables.find(({ layout }) => layout.name === name)
      const message = table("message")
      const period = table("credit_period")
      if (message === undefined || period === undefined) return assert.fail("a table is missing")
      const accepted: Array<number> = []
      let debited = 0
      const write = Effect.gen(function* () {
        for (let row = ROWS; ; row++) {
          const cells = rowOf(message, MOVING, row)
          const names = sql.literal(Object.keys(message.layout.columns).join(", "))
          yield* sql`INSERT INTO message (${names}) VALUES ${sql.in(cells)}`
          accepted.push(row)
          yield* sql`UPDATE credit_period SET consumed = consumed + 1 WHERE account_id = ${MOVING} AND starts_at = 0`
          debited += 1
          yield* sql`DELETE FROM usage_hour WHERE account_id = ${MOVING} AND hour = 1`
          yield* Effect.sleep("1 millis")
        }
      })
      const startsWith = Number(
        (yield* sql`SELECT consumed FROM credit_period WHERE account_id = ${MOVING} AND starts_at = 0`.values)[0]?.[0]
      )
      const writing = yield* Effect.forkChild(Effect.exit(write))
      const result = yield* move(world, "first")
      const ended = yield* Fiber.join(writing)
      assert.include(Exit.isFailure(ended) ? Cause.pretty(ended.cause) : "", "moves to another cell")
      const found = yield* world.eu.sql`SELECT count(*) FROM message WHERE account_id = ${MOVING}`.values
      assert.strictEqual(Number(found[0]?.[0]), ROWS + accepted.length)
      const consumed = yield* world.eu
        .sql`SELECT consumed FROM credit_period WHERE account_id = ${MOVING} AND starts_at = 0`.values
      assert.strictEqual(Number(consumed[0]?.[0]) - startsWith, debited)
      const deleted = yield* world.eu.sql`SELECT count(*) FROM usage_hour WHERE account_id = ${MOVING} AND hour = 1`
        .values
      assert.strictEqual(Number(deleted[0]?.[0]), 0)
      assert.isAbove(accepted.length, 0)
      assert.isAbove(result.changes, 0)
    })
  )

  it.live.skipIf(skip)("is made by one process at a time", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld(open)
      yield* Effect.exit(killAt(60).run(move(world, "killed")))
      const other = yield* Effect.exit(move(world, "impatient"))
      assert.include(JSON.stringify(other), "Another process moves acc_moving now")
    })
  )
})
