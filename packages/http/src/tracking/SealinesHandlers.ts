import { LandfallApi } from "@landfall/api/LandfallApi"
import type { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { profilesOf, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { sealines } from "@landfall/core/tracking/references/Sealine"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const toReferenceKinds = (types: ReadonlyArray<ReferenceType>) => ({
  container: types.includes("CT"),
  booking: types.includes("BK"),
  billOfLading: types.includes("BL")
})

/** Known sealines, followed by others that the operator has configured. */
const listSealines = (carriers: ReadonlyArray<CarrierProfile>) => {
  const profiles = new Map(carriers.map((profile) => [profile.scac, profile]))
  const catalogued = new Set(sealines.map(({ scac }) => scac))
  return [...sealines, ...carriers.filter(({ scac }) => !catalogued.has(scac))].map(({ scac, name, kinds }) => ({
    scac,
    name,
    supports: toReferenceKinds(kinds),
    covered: toReferenceKinds(profiles.get(scac)?.kinds ?? [])
  }))
}

export const sealinesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "sealines",
  Effect.fnUntraced(function* (handlers) {
    const source = yield* TrackingSource
    return handlers.handleAll({
      list: () => Effect.map(profilesOf(source), (carriers) => ({ data: listSealines(carriers) }))
    })
  })
)
