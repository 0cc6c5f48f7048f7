import { instantOf } from "@landfall/core/time/Instant"
import { decideOnEvents } from "@landfall/core/tracking/changes/ShipmentDecisions"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { type ReceiveResult, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { makeUnknownValueCounter } from "@landfall/feeds/dcsa/events/DecodingContext"
import { type EventFileEntry, type EventFileMalformed, readEventFile } from "@landfall/feeds/dcsa/events/EventFile"
import { Console, DateTime, Effect, FileSystem, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { readCarrierQuirks } from "../settings/CarriersFile.ts"
import { withDatabase } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import { accountFlag, resolveAccountId } from "../terminal/AccountFlag.ts"
import { MAX_PRINTED_FAULTS } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { endProgress, makeFileProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported } from "./ImportFile.ts"

/** So many events are stored, and decided about, in one transaction. */
const EVENTS_PER_TRANSACTION = 500
/** As many refusals are kept to be told one by one; the rest are counted. */
const MAX_RETAINED_REJECTIONS = 1000

type RejectedEntry = Extract<EventFileEntry, { readonly _tag: "Refused" }>

/** What has come of a file so far. */
const makeImportTally = () => {
  const refused: Array<RejectedEntry> = []
  const shipments = new Set<string>()
  const sum = { read: 0, added: 0, repeated: 0, alerts: 0, refused: 0 }
  return {
    sum,
    refused,
    refuse: (entries: ReadonlyArray<EventFileEntry>) => {
      for (const entry of entries) {
        if (entry._tag === "Read") continue
        sum.refused++
        if (refused.length < MAX_RETAINED_REJECTIONS) refused.push(entry)
      }
    },
    take: (events: number, received: ReceiveResult) => {
      sum.read += events
      sum.added += received.added
      sum.repeated += received.repeated
      sum.alerts += received.messages
      for (const id of received.shipments) shipments.add(id)
    },
    shipments
  }
}

const entryPosition = ({ line, refused }: RejectedEntry): string =>
  `event ${refused.index}${Option.match(line, { onNone: () => "", onSome: (number) => ` on line ${number}` })}`

const printRejected = Effect.fnUntraced(function* ({ refused, sum }: ReturnType<typeof makeImportTally>) {
  for (const entry of refused.slice(0, MAX_PRINTED_FAULTS)) {
    yield* Console.error(`${entryPosition(entry)}: ${entry.refused.path} ${entry.refused.reason}`)
  }
  if (sum.refused > MAX_PRINTED_FAULTS)
    yield* Console.error(`and ${sum.refused - MAX_PRINTED_FAULTS} more events that cannot be read`)
})

/** Whose accent the file is in. */
const carrierFlag = Flag.String("carrier").pipe(
  Flag.map((code) => code.trim().toUpperCase()),
  Flag.withSchema(Scac),
  Flag.withDescription("SCAC of the carrier whose profile's quirks are applied; none when left out"),
  Flag.optional
)

export const importTracking = Command.make(
  "tracking",
  { file: fileArgument, account: accountFlag, carrier: carrierFlag, json: jsonFlag },
  Effect.fnUntraced(function* ({ file, account, carrier, json }) {
    const store = yield* ShipmentStore
    const fs = yield* FileSystem.FileSystem
    const accountId = yield* resolveAccountId(account)
    const now = yield* DateTime.now
    const quirks = yield* readCarrierQuirks(yield* readSettings, carrier)
    const { size } = yield* fs.stat(file)
    const show = makeFileProgress(Number(size))
    const tally = makeUnknownValueCounter()
    const count = makeImportTally()
    let bytes = 0
    const breaks: Array<EventFileMalformed> = []

    const receive = Effect.fnUntraced(function* (entries: ReadonlyArray<EventFileEntry>) {
      count.refuse(entries)
      const events = entries.flatMap((entry) => (entry._tag === "Read" ? [entry.event] : []))
      if (events.length > 0) {
        count.take(events.length, yield* store.receive(accountId, events, now, decideOnEvents(now)))
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
      Stream.catchTag("EventFileMalformed", (error) =>
        Stream.fromEffectDrain(
          Effect.sync(() => {
            breaks.push(error)
          })
        )
      ),
      Stream.grouped(EVENTS_PER_TRANSACTION),
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
      yield* printRejected(count)
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
