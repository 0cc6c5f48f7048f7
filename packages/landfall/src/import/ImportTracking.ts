import { formatCount } from "@landfall/core/listing/Count"
import { instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import { importEvents } from "@landfall/core/tracking/EventImport"
import { ScacFromInput } from "@landfall/core/tracking/references/Sealine"
import { type EventFileEntry, type EventFileMalformed, readEventFile } from "@landfall/feeds/dcsa/events/EventFile"
import { makeUnknownValueCounter } from "@landfall/feeds/dcsa/fields/DecodingContext"
import * as Stores from "@landfall/storage/Stores"
import { Console, DateTime, Effect, FileSystem, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { readCarrierQuirks } from "../settings/CarriersFile.ts"
import { withStores } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import { accountFlag, resolveAccount } from "../terminal/AccountFlag.ts"
import { MAX_LISTED_FAULTS, printFaults } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { streamNamedFile } from "../terminal/NamedFile.ts"
import { printableText } from "../terminal/PrintableText.ts"
import { endProgress, makeFileProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported, rejectIncomplete } from "./ImportFile.ts"

type RejectedEntry = Extract<EventFileEntry, { readonly _tag: "Rejected" }>

/** The part of a file that gives no events. */
interface UnreadEntries {
  rejections: number
  /** The first rejected entries. */
  readonly rejected: Array<RejectedEntry>
  /** The position from which the file is unreadable; undefined when all of it is readable. */
  malformed: EventFileMalformed | undefined
}

/** Opens a file of events. The stream ends where the file becomes unreadable; `unread` collects the rejected entries. */
const openEventFile = (file: string, quirks: CarrierQuirks, now: DateTime.Utc) => {
  const unread: UnreadEntries = { rejections: 0, rejected: [], malformed: undefined }
  const unknownValues = makeUnknownValueCounter()
  let bytesRead = 0

  const eventIn = (entry: EventFileEntry): ReadonlyArray<CarrierEvent> => {
    if (entry._tag === "Read") return [entry.event]
    unread.rejections += 1
    if (unread.rejected.length < MAX_LISTED_FAULTS) unread.rejected.push(entry)
    return []
  }
  const chunks = Stream.tap(streamNamedFile(file), (chunk) =>
    Effect.sync(() => {
      bytesRead += chunk.length
    })
  )
  const events = readEventFile(chunks, { receivedAt: instantOf(now), quirks, tally: unknownValues }).pipe(
    Stream.catchTag("EventFileMalformed", (error) =>
      Stream.fromEffectDrain(
        Effect.sync(() => {
          unread.malformed = error
        })
      )
    ),
    Stream.map(eventIn),
    Stream.flattenIterable
  )
  return { events, unread, unknownValues, bytesRead: () => bytesRead }
}

/** The pause between two transactions, in which a service on the same SQLite file writes. */
const PAUSE = "4 millis"

const entryPosition = ({ line, rejected }: RejectedEntry): string =>
  `event ${rejected.index}${Option.match(line, { onNone: () => "", onSome: (number) => ` on line ${number}` })}`

const printRejections = Effect.fnUntraced(function* ({ rejected, rejections }: UnreadEntries) {
  yield* printFaults(
    rejected.map((entry) => `${entryPosition(entry)}: ${entry.rejected.path} ${entry.rejected.reason}`),
    rejections,
    "more rejected event"
  )
})

const carrierFlag = Flag.String("carrier").pipe(
  Flag.withSchema(ScacFromInput),
  Flag.withDescription("SCAC of a carrier in the carriers file, whose quirks are applied; no quirks by default"),
  Flag.optional
)

export const importTracking = Command.make(
  "tracking",
  {
    file: fileArgument(
      "a JSON array of events of DCSA Track & Trace 2.2, or one event per line: TRANSPORT, EQUIPMENT and SHIPMENT events"
    ),
    account: accountFlag,
    carrier: carrierFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, account, carrier, json }) {
    const fs = yield* FileSystem.FileSystem
    const { id: accountId } = yield* resolveAccount(account)
    const quirks = yield* readCarrierQuirks(yield* readSettings, carrier)
    const { size } = yield* fs.stat(file)
    const show = makeFileProgress(Number(size))
    const { bytesRead, events, unknownValues, unread } = openEventFile(file, quirks, yield* DateTime.now)

    const summary = yield* importEvents(accountId, events, ({ read }) =>
      Effect.andThen(show(bytesRead(), formatCount(read, "event")), Effect.sleep(PAUSE))
    ).pipe(Effect.provide(Sea.placesLayer), Effect.ensuring(endProgress))

    const { malformed, rejected, rejections } = unread
    const { read, added, excess, repeated, alerts, shipments } = summary
    if (malformed !== undefined && read + rejections === 0) return yield* malformed
    const unknown = unknownValues.counts()
    if (json) {
      yield* printJson({
        read,
        added,
        excess,
        repeated,
        alerts,
        shipments: shipments.size,
        rejectedCount: rejections,
        rejected: rejected.map((entry) => ({ ...entry.rejected, line: Option.getOrNull(entry.line) })),
        unknown
      })
    } else {
      yield* printRejections(unread)
      for (const [value, count] of Object.entries(unknown))
        yield* Console.error(printableText(`unknown value: ${value} (${count})`))
      if (excess > 0) {
        yield* Console.error(
          `${formatCount(excess, "event")} not stored: their container or document has as many as its limit allows (container.events, document.events).`
        )
      }
      yield* Console.log(
        `${formatCount(added, "event")} imported, ${repeated} already stored, ${rejections} rejected; ` +
          `${formatCount(shipments.size, "shipment")} changed, ${formatCount(alerts, "alert")}`
      )
    }
    if (malformed !== undefined) return yield* malformed
    if (read === 0) return yield* new NothingImported({ message: "No event was imported." })
    yield* rejectIncomplete(rejections, "event")
  }, withStores(Stores.layer))
)
