import type { ReferenceType } from "@landfall/core/tracking/ReferenceType"
import { sealines } from "@landfall/core/tracking/Sealine"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LandfallApi } from "../LandfallApi.ts"

const kinds = (types: ReadonlyArray<ReferenceType>) => ({
  container: types.includes("CT"),
  booking: types.includes("BK"),
  billOfLading: types.includes("BL")
})

/** No source asks carriers yet: events are pushed. */
const uncovered = kinds([])

const data = sealines.map(({ scac, name, kinds: answers }) => ({
  scac,
  name,
  answers: kinds(answers),
  covered: uncovered
}))

export const sealinesHandlers = HttpApiBuilder.group(LandfallApi, "sealines", (handlers) =>
  handlers.handleAll({ list: () => Effect.succeed({ data }) })
)
