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
    invalidCarriersFile(path, `it cannot be read (${reason._tag}). Name a file of carriers, or leave the setting out.`)
  )
})

/** The carriers that the settings name, with their secrets from the environment; none where no file is named. */
export const readConfiguredCarriers = Effect.fnUntraced(function* ({
  carriers
}: Settings): Effect.fn.Return<ReadonlyArray<ConfiguredCarrier>, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carriers)) return []
  const path = carriers.value
  return yield* Effect.mapError(readCarriers(yield* readText(path)), ({ faults }) =>
    invalidCarriersFile(path, faults.join(" "))
  )
})

/** What is peculiar to a carrier, as its profile says; nothing where none is asked for. Needs no secrets. */
export const readCarrierQuirks = Effect.fnUntraced(function* (
  { carriers }: Settings,
  carrier: Option.Option<Scac>
): Effect.fn.Return<CarrierQuirks, InvalidSetting, FileSystem.FileSystem> {
  if (Option.isNone(carrier)) return NO_QUIRKS
  if (Option.isNone(carriers)) {
    const message = `--carrier ${carrier.value} needs ${SETTING_NAME} to name the file with that carrier's profile.`
    return yield* new InvalidSetting({ name: SETTING_NAME, message })
  }
  const path = carriers.value
  const profiles = yield* Effect.mapError(Effect.fromResult(parseCarriers(yield* readText(path))), ({ faults }) =>
    invalidCarriersFile(path, faults.join(" "))
  )
  const profile = profiles.find(({ scac }) => scac === carrier.value)
  if (profile !== undefined) return profile.quirks
  const known = profiles.map(({ scac }) => scac).join(", ")
  return yield* invalidCarriersFile(
    path,
    `it has no carrier ${carrier.value}, but ${known === "" ? "none at all" : known}.`
  )
})
