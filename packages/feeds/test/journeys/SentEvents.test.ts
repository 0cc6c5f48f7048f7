import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CARRIER_VOYAGES } from "./CarrierVoyageCases.ts"
import { OTHER_FORMS } from "./OtherFormCases.ts"
import { PLACE_AND_DATE_CASES } from "./PlaceAndDateCases.ts"
import { SAILING_CASES } from "./SailingCases.ts"
import { SHARED_PAPER_CASES } from "./SharedPaperCases.ts"
import { alertsOf } from "./SentEvents.ts"
import { VESSEL_CASES } from "./VesselCases.ts"

describe("the alerts of a voyage, sent request by request to the service in memory", () => {
  for (const sent of [...CARRIER_VOYAGES, ...SAILING_CASES, ...VESSEL_CASES, ...PLACE_AND_DATE_CASES, ...OTHER_FORMS, ...SHARED_PAPER_CASES]) {
    it.effect(sent.title, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* alertsOf(sent), sent.alerts)
      })
    )
  }
})
