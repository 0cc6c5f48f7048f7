import { describeFault } from "@landfall/core/faults/Fault"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { type ConfiguredCarrier, parseCarriers, readCarriers } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { NO_QUIRKS } from "@landfall/feeds/dcsa/events/DecodingContext"
import { Effect, FileSystem, Option } from "effect"
import { InvalidSetting, type Settings } from "./Settings.ts"

const SETTING_NAME = "LANDFALL_CARRIERS"

const invalidCarriersFile = (path: string, fault: string) =>
  new InvalidSetting({ name: SETTING_NAME, message: `${SETTING_NAME} names ${path}: ${fault}` })

const readText = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.mapError(fs.readFileString(path), ({ reason }) =>
    invalidCarriersFile(path, `the file cannot be read (${reason._tag}). Name a carriers file, or unset the variable.`)
  )
})

/** The carriers of the carriers file, with their secrets from the environment; none without a file. */
export const readConfiguredCarriers = Effect.fnUntraced(function* ({
  carriersFile
}: Settings): Effect.fn.Return<ReadonlyArray<ConfiguredCarrier>, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carriersFile)) return []
  const path = carriersFile.value
  return yield* Effect.mapError(readCarriers(yield* readText(path)), ({ faults }) =>
    invalidCarriersFile(path, faults.map((fault) => `${describeFault(fault)}.`).join(" "))
  )
})

/** The quirks in a carrier's profile; no quirks without a carrier. Reads no secrets. */
export const readCarrierQuirks = Effect.fnUntraced(function* (
  { carriersFile }: Settings,
  carrier: Option.Option<Scac>
): Effect.fn.Return<CarrierQuirks, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carrier)) return NO_QUIRKS
  if (Option.isNone(carriersFile)) {
    const message = `--carrier ${carrier.value} needs the profile of that carrier: set ${SETTING_NAME} to the path of the carriers file.`
    return yield* new InvalidSetting({ name: SETTING_NAME, message })
  }
  const path = carriersFile.value
  const profiles = yield* Effect.mapError(Effect.fromResult(parseCarriers(yield* readText(path))), ({ faults }) =>
    invalidCarriersFile(path, faults.map((fault) => `${describeFault(fault)}.`).join(" "))
  )
  const profile = profiles.find(({ scac }) => scac === carrier.value)
  if (profile !== undefined) return profile.quirks
  const configured = profiles.length === 0 ? "no carrier at all" : profiles.map(({ scac }) => scac).join(", ")
  return yield* invalidCarriersFile(path, `the file has no carrier ${carrier.value}; it has ${configured}.`)
})
