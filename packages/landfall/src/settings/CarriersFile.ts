import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { type ConfiguredCarrier, parseCarriers, readCarriers } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { NO_QUIRKS } from "@landfall/feeds/dcsa/events/DcsaReading"
import { Effect, FileSystem, Option } from "effect"
import { SettingInvalid, type Settings } from "./Settings.ts"

const NAME = "LANDFALL_CARRIERS"

const invalid = (path: string, fault: string) =>
  new SettingInvalid({ name: NAME, message: `${NAME} names ${path}: ${fault}` })

const readText = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.mapError(fs.readFileString(path), ({ reason }) =>
    invalid(path, `it cannot be read (${reason._tag}). Name a file of carriers, or leave the setting out.`)
  )
})

/** The carriers that the settings name, with their secrets from the environment; none where no file is named. */
export const configuredCarriers = Effect.fnUntraced(function* ({
  carriers
}: Settings): Effect.fn.Return<ReadonlyArray<ConfiguredCarrier>, SettingInvalid, FileSystem.FileSystem> {
  if (Option.isNone(carriers)) return []
  const path = carriers.value
  return yield* Effect.mapError(readCarriers(yield* readText(path)), ({ faults }) => invalid(path, faults.join(" ")))
})

/** What is peculiar to a carrier, as its profile says; nothing where none is asked for. Needs no secrets. */
export const quirksOf = Effect.fnUntraced(function* (
  { carriers }: Settings,
  carrier: Option.Option<Scac>
): Effect.fn.Return<CarrierQuirks, SettingInvalid, FileSystem.FileSystem> {
  if (Option.isNone(carrier)) return NO_QUIRKS
  if (Option.isNone(carriers)) {
    const message = `--carrier ${carrier.value} needs ${NAME} to name the file with that carrier's profile.`
    return yield* new SettingInvalid({ name: NAME, message })
  }
  const path = carriers.value
  const profiles = yield* Effect.mapError(Effect.fromResult(parseCarriers(yield* readText(path))), ({ faults }) =>
    invalid(path, faults.join(" "))
  )
  const profile = profiles.find(({ scac }) => scac === carrier.value)
  if (profile !== undefined) return profile.quirks
  const known = profiles.map(({ scac }) => scac).join(", ")
  return yield* invalid(path, `it has no carrier ${carrier.value}, but ${known === "" ? "none at all" : known}.`)
})
