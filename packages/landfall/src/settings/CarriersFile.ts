import { describeFault } from "@landfall/core/faults/Fault"
import type { CarrierProfile, CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import {
  type CarriersInvalid,
  type ConfiguredCarrier,
  configureProfile,
  parseCarriers,
  readCarriers
} from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { NO_QUIRKS } from "@landfall/feeds/dcsa/fields/DecodingContext"
import { Effect, type FileSystem, Option, type PlatformError } from "effect"
import { readNamedText } from "../terminal/NamedFile.ts"
import { InvalidSetting, type Settings } from "./Settings.ts"

const SETTING_NAME = "LANDFALL_CARRIERS"

/** A carriers file of a thousand profiles is smaller. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

const reasonOfSystem = (reason: PlatformError.PlatformError["reason"]): string =>
  reason._tag === "TimedOut" ? (reason.description ?? reason._tag) : reason._tag

const invalidCarriersFile = (path: string, fault: string) =>
  new InvalidSetting({ name: SETTING_NAME, message: `${SETTING_NAME} names ${path}: ${fault}` })

const describeFaults = (path: string, { faults }: CarriersInvalid) =>
  invalidCarriersFile(path, faults.map((fault) => `${describeFault(fault)}.`).join(" "))

/** The text of the carriers file. */
export const readCarriersText = Effect.fnUntraced(function* (path: string) {
  return yield* Effect.mapError(readNamedText(path, MAX_FILE_BYTES), (error) => {
    const reason =
      error._tag === "FileTooLarge" ? `it has more than ${MAX_FILE_BYTES} bytes` : reasonOfSystem(error.reason)
    return invalidCarriersFile(
      path,
      `the file cannot be read (${reason}). Name a carriers file, or unset the variable.`
    )
  })
})

/** A version of the carriers file. */
export interface CarriersFileVersion {
  readonly path: string
  readonly text: string
  /** The carriers, with their secrets from the environment. */
  readonly carriers: ReadonlyArray<ConfiguredCarrier>
}

/** The carriers of a text of the carriers file, with their secrets from the environment. */
export const parseCarriersFile = (path: string, text: string): Effect.Effect<CarriersFileVersion, InvalidSetting> =>
  readCarriers(text).pipe(
    Effect.map((carriers) => ({ path, text, carriers })),
    Effect.mapError((error) => describeFaults(path, error))
  )

/** The carriers file of the settings; none without one. */
export const readCarriersFile = Effect.fnUntraced(function* ({
  carriersFile
}: Settings): Effect.fn.Return<Option.Option<CarriersFileVersion>, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carriersFile)) return Option.none()
  const path = carriersFile.value
  return Option.some(yield* parseCarriersFile(path, yield* readCarriersText(path)))
})

/** The carriers of the carriers file, with their secrets from the environment; none without a file. */
export const readConfiguredCarriers = (settings: Settings) =>
  Effect.map(
    readCarriersFile(settings),
    Option.match({ onNone: (): ReadonlyArray<ConfiguredCarrier> => [], onSome: ({ carriers }) => carriers })
  )

/** The profiles of the carriers file; none without a file. Reads no secrets. */
export const readCarrierProfiles = Effect.fnUntraced(function* ({
  carriersFile
}: Settings): Effect.fn.Return<ReadonlyArray<CarrierProfile>, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carriersFile)) return []
  const path = carriersFile.value
  return yield* Effect.mapError(Effect.fromResult(parseCarriers(yield* readCarriersText(path))), (error) =>
    describeFaults(path, error)
  )
})

/** Finds a carrier of the carriers file. `what` names the command or flag that needs its profile. */
const findProfile = Effect.fnUntraced(function* (settings: Settings, scac: Scac, subject: string) {
  if (Option.isNone(settings.carriersFile)) {
    const message = `${subject} needs the profile of that carrier: set ${SETTING_NAME} to the path of the carriers file.`
    return yield* new InvalidSetting({ name: SETTING_NAME, message })
  }
  const profiles = yield* readCarrierProfiles(settings)
  const profile = profiles.find((candidate) => candidate.scac === scac)
  if (profile !== undefined) return profile
  const configured = profiles.length === 0 ? "no carrier at all" : profiles.map((profile) => profile.scac).join(", ")
  const path = settings.carriersFile.value
  return yield* invalidCarriersFile(path, `the file has no carrier ${scac}; it has ${configured}.`)
})

/** The quirks in a carrier's profile; no quirks without a carrier. Reads no secrets. */
export const readCarrierQuirks = Effect.fnUntraced(function* (
  settings: Settings,
  carrier: Option.Option<Scac>
): Effect.fn.Return<CarrierQuirks, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carrier)) return NO_QUIRKS
  return (yield* findProfile(settings, carrier.value, `--carrier ${carrier.value}`)).quirks
})

/** One carrier of the carriers file, with its secrets from the environment. The secrets of others may be missing. */
export const readConfiguredCarrier = Effect.fnUntraced(function* (settings: Settings, scac: Scac) {
  const profile = yield* findProfile(settings, scac, `landfall carriers check ${scac}`)
  const path = Option.getOrElse(settings.carriersFile, () => "")
  return yield* Effect.mapError(configureProfile(profile), (error) => describeFaults(path, error))
})
