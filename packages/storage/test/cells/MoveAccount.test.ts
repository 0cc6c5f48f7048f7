import { assert, describe, it } from "@effect/vitest"
import { type CellEntry, servingCell } from "@landfall/core/cells/AccountMove"
import { CellName } from "@landfall/core/cells/CellName"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Option, type Redacted, Ref, type Scope } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { digestRows } from "../../src/cells/AccountCopy.ts"
import { type AccountTable, accountTables } from "../../src/cells/AccountTables.ts"
import { cancelMove, type MoveProgress, moveAccount } from "../../src/cells/MoveAccount.ts"
import type { MovingCell } from "../../src/cells/MoveCells.ts"
import { type MoveIntent, stalledMoves } from "../../src/cells/MoveRecord.ts"
import { entriesOf } from "../../src/cells/SqlCellDirectory.ts"
import { applyMigrations } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { newSchema, skipReason, withServer } from "../postgres/TestServer.ts"
import { MOVING, ROWS, rowOf, STAYING, seed } from "./CellRows.ts"

/** The statements of a move, spread over all of them, before which a mover is killed. */
const KILLS = 24

/** A move is cancelled after this many statements, then after twice as many, and so on. */
const STATEMENTS_PER_CANCELLATION = 23

const HOME = CellName.make("home")
const EU = CellName.make("eu")
const CELLS = [HOME, EU]

interface World {
  readonly home: MovingCell
  readonly eu: MovingCell
  readonly tables: ReadonlyArray<AccountTable>
  /** Sets the clock of the directory forward, so that the lease of a mover that was killed has ended. */
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

const moveAs = (
  world: World,
  intent: MoveIntent,
  onProgress: (progress: MoveProgress) => Effect.Effect<void> = () => Effect.void
) =>
  moveAccount({
    accountId: MOVING,
    intent,
    home: HOME,
    cells: CELLS,
    homeCell: world.home,
    tables: world.tables,
    cellOf: (name) => (name === HOME ? world.home : world.eu),
    awaitServers: false,
    verify: true,
    onProgress,
    wake: () => Effect.void
  })

const move = (world: World, to: CellName = EU) => moveAs(world, { _tag: "Move", to })

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
      const result = yield* move(world)
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
      yield* move(world, HOME)
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
      yield* counting.run(move(world))
      const total = counting.count()
      let [source, target] = [EU, HOME]
      const cellOf = (name: CellName) => (name === HOME ? world.home : world.eu)
      for (let index = 0; index < KILLS; index++) {
        const statement = 1 + Math.floor((index * total) / KILLS)
        const killed = yield* Effect.exit(killAt(statement).run(move(world, target)))
        assert.strictEqual(killed._tag, "Failure", `statement ${statement} of ${total}`)
        const entry = yield* entryOf(world)
        const serving = Option.getOrUndefined(servingCell(entry))
        assert.deepStrictEqual(
          yield* digestsOf(world, cellOf(entry.cell)),
          before,
          `statement ${statement}, ${serving}`
        )
        yield* world.expireLease
        // One that was killed before it was recorded is begun; every other can be continued without its target.
        yield* moveAs(world, Option.isNone(entry.move) ? { _tag: "Move", to: target } : { _tag: "Continue" })
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
          // Without a pause, rows would be added faster than the move copies them.
          yield* Effect.sleep("1 millis")
        }
      })
      const startsWith = Number(
        (yield* sql`SELECT consumed FROM credit_period WHERE account_id = ${MOVING} AND starts_at = 0`.values)[0]?.[0]
      )
      const writing = yield* Effect.forkChild(Effect.exit(write))
      const result = yield* move(world)
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

  it.live.skipIf(skip)("is made by one process at a time, and is found by others when its lease has expired", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld(open)
      const { clock, sql } = world.home
      yield* Effect.exit(killAt(60).run(move(world)))
      assert.deepStrictEqual(yield* stalledMoves(sql, clock), [])
      const other = yield* Effect.exit(move(world))
      assert.include(JSON.stringify(other), "Another process moves acc_moving now")
      yield* world.expireLease
      const [stalled] = yield* stalledMoves(sql, clock)
      assert.strictEqual(stalled?.accountId, MOVING)
      yield* moveAs(world, { _tag: "Continue" })
      assert.deepStrictEqual(yield* stalledMoves(sql, clock), [])
      assert.strictEqual((yield* entryOf(world)).cell, EU)
    })
  )

  it.live.skipIf(skip)(
    "cancelled at any statement before the switch, leaves every row in the source, which accepts writes",
    () =>
      Effect.gen(function* () {
        const world = yield* makeWorld(open)
        const { sql } = world.home
        const before = yield* digestsOf(world, world.home)
        const request = { accountId: MOVING, home: HOME, cells: CELLS }
        const ends: Array<string> = []
        for (let statement = 5; ; statement += STATEMENTS_PER_CANCELLATION) {
          yield* Effect.exit(killAt(statement).run(move(world)))
          const { cell, move: begun } = yield* entryOf(world)
          if (cell === EU) break
          ends.push(Option.match(begun, { onNone: () => "none", onSome: ({ step }) => step }))
          if (Option.isNone(begun)) continue
          const cancelled = yield* cancelMove(world.home, request)
          assert.deepStrictEqual(servingCell(yield* entryOf(world)), Option.some(HOME))
          const result = yield* moveAs(world, { _tag: "Continue" })
          assert.deepStrictEqual([cancelled.step, result.step], ["cancel", "cancel"])
          assert.deepStrictEqual(yield* digestsOf(world, world.home), before)
          assert.strictEqual(yield* rowsIn(world, world.eu), 0)
          assert.deepStrictEqual(yield* sql`SELECT * FROM account_fence`.values, [])
          yield* sql`UPDATE account SET name = name WHERE id = ${MOVING}`
          assert.deepStrictEqual(yield* sql`SELECT * FROM account_change`.values, [])
        }
        assert.includeMembers(ends, ["copy", "fence"])
        const late = yield* Effect.flip(cancelMove(world.home, request))
        assert.include(String(late), "eu has it, and home deletes its rows")
      })
  )

  it.live.skipIf(skip)("is not disturbed by a process that has lost the move and continues", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld(open)
      const { sql } = world.home
      const before = yield* digestsOf(world, world.home)
      // It is paused before it fences the source, while another cancels its move.
      const paused = yield* Deferred.make<void>()
      const goesOn = yield* Deferred.make<void>()
      const pause = ({ step }: MoveProgress) =>
        step === "fence" ? Effect.andThen(Deferred.succeed(paused, undefined), Deferred.await(goesOn)) : Effect.void
      const stale = yield* Effect.forkChild(Effect.exit(moveAs(world, { _tag: "Move", to: EU }, pause)))
      yield* Deferred.await(paused)
      yield* cancelMove(world.home, { accountId: MOVING, home: HOME, cells: CELLS })
      yield* Deferred.succeed(goesOn, undefined)
      const ended = yield* Fiber.join(stale)
      assert.include(JSON.stringify(ended), "Another process continues the move")
      yield* moveAs(world, { _tag: "Continue" })
      yield* sql`UPDATE account SET name = name WHERE id = ${MOVING}`
      assert.deepStrictEqual(yield* digestsOf(world, world.home), before)
      assert.deepStrictEqual(yield* sql`SELECT * FROM account_fence`.values, [])
    })
  )
})
