import { type ConfiguredCarrier, readCarriers } from "@landfall/feeds/dcsa/CarrierConfiguration"
import { Effect, FileSystem, Option } from "effect"
import { SettingInvalid, type Settings } from "./Settings.ts"

const NAME = "LANDFALL_CARRIERS"

const invalid = (path: string, fault: string) =>
  new SettingInvalid({ name: NAME, message: `${NAME} names ${path}: ${fault}` })

/** The carriers that the settings name, with their secrets from the environment; none where no file is named. */
export const configuredCarriers = Effect.fnUntraced(function* ({
  carriers
}: Settings): Effect.fn.Return<ReadonlyArray<ConfiguredCarrier>, SettingInvalid, FileSystem.FileSystem> {
  if (Option.isNone(carriers)) return []
  const path = carriers.value
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(fs.readFileString(path), ({ reason }) =>
    invalid(path, `it cannot be read (${reason._tag}). Name a file of carriers, or leave the setting out.`)
  )
  return yield* Effect.mapError(readCarriers(text), ({ faults }) => invalid(path, faults.join(" ")))
})
