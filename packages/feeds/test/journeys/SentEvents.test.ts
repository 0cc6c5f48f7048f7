import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BARGE_AND_TRUCK_CASES } from "./BargeAndTruckCases.ts"
import { CARRIER_VOYAGES } from "./CarrierVoyageCases.ts"
import { EVIDENCE_CASES } from "./EvidenceCases.ts"
import { FURTHER_CARRIER_VOYAGES } from "./FurtherCarrierCases.ts"
import { INLAND_LEG_CASES } from "./InlandLegCases.ts"
import { OTHER_FORMS } from "./OtherFormCases.ts"
import { PLACE_AND_DATE_CASES } from "./PlaceAndDateCases.ts"
import { PLACEHOLDER_CASES } from "./PlaceholderCases.ts"
import { REPORT_FAULT_CASES } from "./ReportFaultCases.ts"
import { RETRACTED_CASES } from "./RetractedCases.ts"
import { REVEALED_LEG_CASES } from "./RevealedLegCases.ts"
import { ROLLED_SAILING_CASES } from "./RolledSailingCases.ts"
import { SAILING_CASES } from "./SailingCases.ts"
import { alertsOf } from "./SentEvents.ts"
import { SHARED_DOCUMENT_CASES } from "./SharedDocumentCases.ts"
import { VESSEL_CASES } from "./VesselCases.ts"

describe("the alerts of a voyage, sent request by request to the service in memory", () => {
  for (const sent of [
    ...CARRIER_VOYAGES,
    ...FURTHER_CARRIER_VOYAGES,
    ...SAILING_CASES,
    ...VESSEL_CASES,
    ...PLACE_AND_DATE_CASES,
    ...PLACEHOLDER_CASES,
    ...OTHER_FORMS,
    ...BARGE_AND_TRUCK_CASES,
    ...SHARED_DOCUMENT_CASES,
    ...ROLLED_SAILING_CASES,
    ...REVEALED_LEG_CASES,
    ...INLAND_LEG_CASES,
    ...REPORT_FAULT_CASES,
    ...RETRACTED_CASES,
    ...EVIDENCE_CASES
  ]) {
    it.effect(sent.title, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* alertsOf(sent), sent.alerts)
      })
    )
  }
})
