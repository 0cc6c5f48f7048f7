import { CallEnding, StayEvidence, StayKind, VesselTypeSource } from "@landfall/core/congestion/detection/PortCall"
import { CallFigure } from "@landfall/core/congestion/ledger/CallFigures"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Schema } from "effect"

const StayView = Schema.Struct({
  kind: StayKind.annotateKey({ description: "Where the vessel stayed." }),
  evidence: StayEvidence.annotateKey({ description: "The evidence of the kind." }),
  zone: Schema.NullOr(Schema.String).annotateKey({
    description: "The zone of the stay; null if it was outside all zones."
  }),
  startTime: IsoDateTime.annotateKey({ description: "Start of the stay." }),
  endTime: Schema.NullOr(IsoDateTime).annotateKey({ description: "End of the stay; null while it continues." }),
  position: Schema.NullOr(
    Schema.Struct({
      latitude: Schema.Finite.annotateKey({ description: "Degrees, north positive." }),
      longitude: Schema.Finite.annotateKey({ description: "Degrees, east positive." })
    })
  ).annotateKey({
    description: "Where the vessel stopped; null for a reported call, whose place in port is not known."
  })
})

/** A port call with its vessel, stays and evidence. */
export const PortCallView = Schema.Struct({
  id: Schema.String.annotateKey({ description: "The id of the call." }),
  portCode: Unlocode.annotateKey({ description: "UN/LOCODE of the port." }),
  vessel: Schema.Struct({
    mmsi: Schema.NullOr(Schema.Int).annotateKey({ description: "The MMSI; null if unknown." }),
    imo: Schema.NullOr(Schema.Int).annotateKey({ description: "The IMO number; null if unknown." }),
    name: Schema.NullOr(Schema.String).annotateKey({ description: "The name of the vessel; null if unknown." }),
    aisShipType: Schema.NullOr(Schema.Int).annotateKey({
      description: "The AIS ship type that the vessel sends; null if unknown."
    }),
    commercial: Schema.Boolean.annotateKey({ description: "Whether the vessel counts as a commercial vessel." }),
    type: Schema.NullOr(VesselType).annotateKey({ description: "The type of the vessel; null if unknown." }),
    typeSource: VesselTypeSource.annotateKey({ description: "The source of the type." })
  }).annotateKey({ description: "The vessel of the call." }),
  startTime: IsoDateTime.annotateKey({ description: "First stop in the area of the port." }),
  endTime: Schema.NullOr(IsoDateTime).annotateKey({
    description: "When the vessel left the port; null while it is in port."
  }),
  ending: Schema.NullOr(CallEnding).annotateKey({
    description:
      "How the call ended. `left`: departure was observed. `silent`: the vessel left after its last position report in port. `lost`: the record ended 24 hours before `endTime`, and the departure is unknown."
  }),
  hours: Schema.NullOr(Schema.Finite).annotateKey({
    description: "Duration of the call in hours; null while the vessel is in port, and for a lost call."
  }),
  stays: Schema.Array(StayView).annotateKey({ description: "The stays at berths and anchorages, in order." }),
  silences: Schema.Array(
    Schema.Struct({
      startTime: IsoDateTime.annotateKey({ description: "Last position report before the silence." }),
      endTime: IsoDateTime.annotateKey({ description: "First position report after it." })
    })
  ).annotateKey({
    description:
      "Periods of more than 24 hours without position reports. The vessel is not counted from 24 hours into such a period until its end."
  }),
  lastPositionReceivedAt: IsoDateTime.annotateKey({
    description: "Time of the last position report in port, to the hour."
  }),
  assignment: Schema.NullOr(Schema.Literals(["likely", "shared"])).annotateKey({
    description:
      "Null for a call. Otherwise a wait at an anchorage that several ports share: this port is likely, or any of them is possible."
  }),
  source: Schema.Literals(["ais", "report"]).annotateKey({
    description: "Whether the call was detected in AIS data or reported."
  }),
  figures: Schema.Array(CallFigure).annotateKey({
    description:
      "The figures at `asOf` that the call counts in: `vesselsInPort`, the `occupation` of the berths, the vessels `waiting` at anchor, and the statistics of `timeInPort`."
  })
}).annotate({ identifier: "PortCall" })
