import { instantOf } from "@landfall/core/time/Instant"
import { decideReceived } from "@landfall/core/tracking/changes/Decisions"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { type Received, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { type EventFileBroken, type FileEntry, readEventFile } from "@landfall/feeds/dcsa/events/EventFile"
import { makeTally } from "@landfall/feeds/dcsa/events/Tally"
import { Console, DateTime, Effect, FileSystem, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { quirksOf } from "../settings/CarriersFile.ts"
import { withDatabase } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import { account, accountOr } from "../terminal/AccountFlag.ts"
import { MAX_TOLD } from "../terminal/FileFaults.ts"
import { json, printJson } from "../terminal/Output.ts"
import { endProgress, makeProgress } from "../terminal/Progress.ts"
import { file, NothingImported } from "./ImportFile.ts"

/** So many events are stored, and decided about, in one transaction. */
const EVENTS_AT_ONCE = 500
/** As many refusals are kept to be told one by one; the rest are counted. */
const MAX_KEPT = 1000

type Refused = Extract<FileEntry, { readonly _tag: "Refused" }>

/** What has come of a file so far. */
const makeCount = () => {
  const refused: Array<Refused> = []
  const shipments = new Set<string>()
  const sum = { read: 0, added: 0, repeated: 0, alerts: 0, refused: 0 }
  return {
    sum,
    refused,
    refuse: (entries: ReadonlyArray<FileEntry>) => {
      for (const entry of entries) {
        if (entry._tag === "Read") continue
        sum.refused++
        if (refused.length < MAX_KEPT) refused.push(entry)
      }
    },
    take: (events: number, received: Received) => {
      sum.read += events
      sum.added += received.added
      sum.repeated += received.repeated
      sum.alerts += received.messages
      for (const id of received.shipments) shipments.add(id)
    },
    shipments
  }
}

const placeOf = ({ line, refused }: Refused): string =>
  `event ${refused.index}${Option.match(line, { onNone: () => "", onSome: (number) => ` on line ${number}` })}`

const tellRefused = Effect.fnUntraced(function* ({ refused, sum }: ReturnType<typeof makeCount>) {
  for (const entry of refused.slice(0, MAX_TOLD)) {
    yield* Console.error(`${placeOf(entry)}: ${entry.refused.path} ${entry.refused.reason}`)
  }
  if (sum.refused > MAX_TOLD) yield* Console.error(`and ${sum.refused - MAX_TOLD} more events that cannot be read`)
})

/** Whose accent the file is in. */
const carrier = Flag.String("carrier").pipe(
  Flag.map((code) => code.trim().toUpperCase()),
  Flag.withSchema(Scac),
  Flag.withDescription("SCAC of the carrier whose profile's quirks are applied; none when left out"),
  Flag.optional
)

export const importTracking = Command.make(
  "tracking",
  { file, account, carrier, json },
  Effect.fnUntraced(function* ({ file, account, carrier, json }) {
    const store = yield* ShipmentStore
    const fs = yield* FileSystem.FileSystem
    const accountId = yield* accountOr(account)
    const now = yield* DateTime.now
    const quirks = yield* quirksOf(yield* readSettings, carrier)
    const { size } = yield* fs.stat(file)
    const show = makeProgress(Number(size))
    const tally = makeTally()
    const count = makeCount()
    let bytes = 0
    const breaks: Array<EventFileBroken> = []

    const receive = Effect.fnUntraced(function* (entries: ReadonlyArray<FileEntry>) {
      count.refuse(entries)
      const events = entries.flatMap((entry) => (entry._tag === "Read" ? [entry.event] : []))
      if (events.length > 0) {
        count.take(events.length, yield* store.receive(accountId, events, now, decideReceived(now)))
      }
      yield* show(bytes, `${count.sum.read} events`)
    })
    const chunks = fs.stream(file).pipe(
      Stream.tap((chunk) =>
        Effect.sync(() => {
          bytes += chunk.length
        })
      )
    )
    yield* readEventFile(chunks, { receivedAt: instantOf(now), quirks, tally }).pipe(
      // What stands before the break is taken and told all the same.
      Stream.catchTag("EventFileBroken", (error) =>
        Stream.fromEffectDrain(
          Effect.sync(() => {
            breaks.push(error)
          })
        )
      ),
      Stream.grouped(EVENTS_AT_ONCE),
      Stream.runForEach(receive),
      Effect.ensuring(endProgress)
    )

    const { sum, refused, shipments } = count
    const [broken] = breaks
    if (broken !== undefined && sum.read + sum.refused === 0) return yield* broken
    const unknown = tally.counts()
    if (json) {
      const told = refused.map(({ line, refused: event }) => ({ ...event, line: Option.getOrNull(line) }))
      const { refused: refusals, ...counts } = sum
      yield* printJson({ ...counts, shipments: shipments.size, refusals, refused: told, unknown })
    } else {
      yield* tellRefused(count)
      for (const [value, times] of Object.entries(unknown)) yield* Console.error(`unknown: ${value} (${times})`)
      yield* Console.log(
        `${sum.added} events imported, ${sum.repeated} known before, ${sum.refused} refused; ` +
          `${shipments.size} shipments changed, ${sum.alerts} alerts`
      )
    }
    if (broken !== undefined) return yield* broken
    if (sum.read === 0) return yield* new NothingImported({ message: "No event was imported." })
  }, withDatabase)
).pipe(
  Command.withDescription(
    "Import carriers' DCSA Track & Trace 2.2 events of an account's shipments: a JSON array of any length, or one event a line"
  )
)
