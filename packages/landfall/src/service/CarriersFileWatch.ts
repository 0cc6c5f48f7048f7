import { formatCount } from "@landfall/core/listing/Count"
import { Instant } from "@landfall/core/time/Instant"
import { secretsOf } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { type CarrierChanges, CarrierRegistry } from "@landfall/feeds/dcsa/carriers/CarrierRegistry"
import { CarriersFileHealth, type CarriersFileState } from "@landfall/http/health/CarriersFileHealth"
import { Clock, Duration, Effect, type FileSystem, Layer, Result } from "effect"
import { parseCarriersFile, readCarriersText } from "../settings/CarriersFile.ts"
import type { InvalidSetting } from "../settings/Settings.ts"

/** The carriers file that a process watches. */
export interface WatchedCarriersFile {
  readonly path: string
  /** The version that the process started with. */
  readonly text: string
  /** Receives the secrets of a version before it is used, so that no log shows them. */
  readonly addSecrets: (secrets: ReadonlyArray<string>) => void
}

/**
 * The interval at which the file is read. A change is used once two reads in a row return the same, so that a file that
 * is being written is not read in part.
 */
export const WATCH_INTERVAL = Duration.seconds(2)

/** The result of a read of the file: its text, or the reason why it cannot be read. */
type FileRead = Result.Result<string, InvalidSetting>

const isSameRead = (left: FileRead, right: FileRead): boolean =>
  Result.isSuccess(left) && Result.isSuccess(right)
    ? left.success === right.success
    : Result.isFailure(left) && Result.isFailure(right) && left.failure.message === right.failure.message

const describeChanges = ({ added, removed, changedProfiles, changedKeys }: CarrierChanges): string => {
  const parts = [
    ...added.map((scac) => `${scac} was added`),
    ...removed.map((scac) => `${scac} was removed`),
    ...changedProfiles.map((scac) => `the profile of ${scac} changed`),
    ...changedKeys.map((scac) => `the keys of ${scac} changed`)
  ]
  return parts.length === 0 ? "no carrier changed" : parts.join(", ")
}

/**
 * Watches the carriers file while the layer lives, and replaces the carriers of the registry when it changes. An invalid
 * version is logged once and changes nothing.
 */
const watchFile = Effect.fnUntraced(function* ({ path, text, addSecrets }: WatchedCarriersFile) {
  const registry = yield* CarrierRegistry
  let state: CarriersFileState = { _tag: "Valid" }
  let handled: FileRead = Result.succeed(text)
  let last: FileRead = handled

  const reject = Effect.fnUntraced(function* ({ message }: InvalidSetting) {
    const { configured } = yield* registry.current
    const since = state._tag === "Invalid" ? state.since : Instant.make(yield* Clock.currentTimeMillis)
    state = { _tag: "Invalid", since }
    yield* Effect.logError(
      `The carriers file has changed and is not used: ${message} The last valid version, with ${formatCount(configured.length, "carrier")}, stays in use until the file is corrected.`
    )
  })

  const use = Effect.fnUntraced(function* (changed: string) {
    const { carriers } = yield* parseCarriersFile(path, changed)
    addSecrets(carriers.flatMap(secretsOf))
    const changes = yield* registry.replace(carriers)
    state = { _tag: "Valid" }
    yield* Effect.logInfo(
      `The carriers file ${path} has changed and is in use, with ${formatCount(carriers.length, "carrier")}: ${describeChanges(changes)}.`
    )
  })

  const check = Effect.gen(function* () {
    const read: FileRead = yield* Effect.result(readCarriersText(path))
    const isSettled = isSameRead(read, last)
    last = read
    if (!isSettled || isSameRead(read, handled)) return
    handled = read
    yield* Effect.fromResult(read).pipe(Effect.flatMap(use), Effect.catch(reject))
  })

  const checkAgain = Effect.catchDefect(check, (defect) =>
    Effect.logError("The carriers file could not be checked for changes; it will be checked again.", defect)
  )
  yield* Effect.forkScoped(Effect.forever(Effect.delay(checkAgain, WATCH_INTERVAL)))
  return CarriersFileHealth.of({ state: Effect.sync(() => state) })
})

/** Updates the carriers of the registry from the file. */
export const layer = (
  file: WatchedCarriersFile
): Layer.Layer<CarriersFileHealth, never, CarrierRegistry | FileSystem.FileSystem> =>
  Layer.effect(CarriersFileHealth, watchFile(file))
