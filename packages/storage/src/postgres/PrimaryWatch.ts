import { connect, type Socket } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { serverNameOf } from "@landfall/core/net/ServerUrls"
import { Clock, Effect, Fiber, Redacted, Schema } from "effect"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { WATCH_APPLICATION_NAME } from "./ApplicationName.ts"
import { reasonOf } from "./ConnectFault.ts"
import { choosePrimary, NO_PRIMARY, type PrimaryChoice, type ServerState } from "./PrimaryChoice.ts"
import { targetOf } from "./SilenceWatch.ts"

/** The interval at which the state of all servers is read. */
const INTERVAL = "500 millis"

/** The longest wait for the state of one server. */
const REPORT_LIMIT = "2 seconds"

const decodeTimeline = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ timeline: Schema.String })))

/** A connection to one server, by which it reports its state; it connects again after each failure. */
const makeReporter = Effect.fnUntraced(function* (url: string) {
  const target = targetOf(Redacted.make(url))
  const sockets = new Set<Socket>()
  const open = (): Socket => {
    const socket = target === undefined ? connect(0) : connect(target)
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
    return socket
  }
  const sql = yield* PgClient.make({
    url: Redacted.make(url),
    stream: open,
    maxConnections: 1,
    applicationName: WATCH_APPLICATION_NAME,
    prepare: false
  })
  // The first eight digits of the name of a WAL file are the timeline; a standby writes none.
  const timeline = sql`SELECT CASE WHEN current_setting('transaction_read_only') = 'on' THEN ''
    ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`
  const closeSilent = Effect.andThen(
    Effect.sleep(REPORT_LIMIT),
    Effect.sync(() => {
      for (const socket of sockets) socket.destroy(new Error("no response in time"))
    })
  )
  return Effect.gen(function* () {
    const limit = yield* Effect.forkChild(closeSilent)
    const [row] = yield* Effect.ensuring(Effect.flatMap(timeline, decodeTimeline), Fiber.interrupt(limit))
    const state: ServerState = { writable: row.timeline !== "", timeline: Number.parseInt(row.timeline, 16) || 0 }
    return state
  })
})

const stateOf = (report: ServerState | string): string => (typeof report === "string" ? report : "it is a standby")

/** The server of a database that accepts writes. */
export interface PrimaryWatch {
  /** The URL of the current primary. */
  readonly url: string
}

/**
 * Finds the primary among the servers of a database, and calls `onMove` with its URL when another server becomes the
 * primary, until the scope closes. Fails with `DatabaseUnusable`, which names the state of each server, when none accepts
 * writes at the start.
 */
export const watchPrimary = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, onMove: (url: string) => void) {
  const reporters = yield* Effect.forEach(urls, makeReporter)
  const reports = Effect.forEach(
    reporters,
    (reporter) =>
      Effect.catch(reporter, (error): Effect.Effect<ServerState | string> => Effect.succeed(reasonOf(error))),
    { concurrency: "unbounded" }
  )
  const choose = (before: PrimaryChoice, all: ReadonlyArray<ServerState | string>) =>
    choosePrimary(
      before,
      all.map((report) => (typeof report === "string" ? undefined : report))
    )

  const first = yield* reports
  let choice = choose(NO_PRIMARY, first)
  const url = choice.server === undefined ? undefined : urls[choice.server]
  if (url === undefined) {
    const states = first.map((report, index) => `${serverNameOf(urls[index] ?? "")}: ${stateOf(report)}`)
    return yield* new DatabaseUnusable({
      message: `None of the Postgres servers accepts writes (${states.join("; ")}): start the primary, or check the hosts and ports in the database's URL`
    })
  }

  const readReports = Effect.gen(function* () {
    const next = choose(choice, yield* reports)
    const moved = next.server === undefined || next.server === choice.server ? undefined : urls[next.server]
    choice = next
    if (moved === undefined) return
    yield* Effect.logWarning(`The Postgres primary is ${serverNameOf(moved)} now: transactions go there.`)
    onMove(moved)
  })
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(Effect.sleep(INTERVAL), readReports)).pipe(
      // Servers fail in real time, whatever the clock of the program.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  )
  const watch: PrimaryWatch = { url }
  return watch
})
