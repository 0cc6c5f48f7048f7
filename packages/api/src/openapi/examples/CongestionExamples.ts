import { exampleThresholdData } from "@landfall/core/congestion/thresholds/ThresholdAlert"
import { DateTime } from "effect"
import { type OperationExamples, pageOf } from "./OperationExample.ts"

const { quality } = exampleThresholdData(DateTime.makeUnsafe("2026-03-01T12:00:00Z"))

const aggregate = {
  portCode: "NLRTM",
  rateOccupation: {
    commercialVessels: { rateOccupationPercentage: 85, rateOccupationGapWithMean: 4.1 },
    cargo: { rateOccupationPercentage: 91.25, rateOccupationGapWithMean: 5.3 },
    tanker: null,
    roro: null
  },
  time: { timeInPortStatistics: { max: 96.2, median: 31, min: 6.5 } },
  vesselsInPortCount: { commercialVessels: 131, cargo: 82, tanker: 40, roro: 9 },
  quality: {
    ...quality,
    capacity: quality.capacity.filter(
      ({ vesselClass }) => vesselClass === "commercialVessels" || vesselClass === "cargo"
    ),
    unknown: [
      { figure: "rateOccupation.tanker", reason: "capacity_unknown" },
      { figure: "rateOccupation.roro", reason: "capacity_unknown" }
    ]
  }
}

const period = (days: number, count: number, medianHours: number, hours: number) => ({
  days,
  count,
  medianHours,
  p90Hours: medianHours * 2,
  previous: { count: count - 3, medianHours: medianHours - hours },
  change: { hours, lowHours: hours - 1.6, highHours: hours + 1.7 },
  trend: hours > 1.6 ? "longer" : "unclear",
  unknown: null
})

const times = {
  portCode: "NLRTM",
  asOf: "2026-03-01T12:00:00.000Z",
  vesselClass: "commercialVessels",
  berth: [period(7, 274, 22.5, 0.4), period(30, 1171, 22.1, 0.1)],
  waiting: [period(7, 268, 6, 2.5), period(30, 1142, 4.5, 0.5)],
  waitingNow: { vessels: 12, unassigned: 2, medianHours: 9.5, longestHours: 41.2 },
  places: [
    {
      zoneId: "NLRTM-EUROMAX",
      name: "Euromax Terminal",
      berth: [period(7, 22, 24.5, 0.8), period(30, 97, 24.1, 0.3)],
      waiting: [period(7, 21, 9, 3.5), period(30, 95, 7.5, 1.1)]
    }
  ],
  weeks: [
    {
      from: "2026-02-22T12:00:00.000Z",
      to: "2026-03-01T12:00:00.000Z",
      coveredDays: 7,
      berth: { count: 274, medianHours: 22.5 },
      waiting: { count: 268, medianHours: 6 }
    }
  ]
}

/** Examples of the congestion of ports. */
export const congestionExamples: OperationExamples = {
  "portCongestion.get": { responses: { 200: aggregate } },
  "portCongestion.batch": { request: { portCodes: ["NLRTM", "BEANR"] }, responses: { 200: { results: [aggregate] } } },
  "portCongestion.history": { responses: { 200: { portCode: "NLRTM", interval: "day", data: [aggregate] } } },
  "portCongestion.times": { responses: { 200: times } },
  "portCongestion.compareTimes": {
    request: { portCodes: ["NLRTM", "BEANR"] },
    responses: { 200: { results: [times] } }
  },
  "portCongestion.anchorage": {
    responses: {
      200: {
        anchorageId: "NLRTM-maas-north-anchorages",
        name: "Maas North anchorages",
        portCodes: ["NLRTM", "NLMSV", "NLEUR"],
        source: "curated",
        asOf: "2026-03-01T12:00:00.000Z",
        waiting: aggregate.quality.waiting,
        byPort: [
          { portCode: "NLRTM", vessels: 3 },
          { portCode: "NLMSV", vessels: 7 },
          { portCode: "NLEUR", vessels: 0 }
        ]
      }
    }
  },
  "portCongestion.calls": {
    responses: {
      200: pageOf({
        id: "report-9811000-NLRTM-1792732701",
        portCode: "NLRTM",
        vessel: {
          mmsi: 353136000,
          imo: 9811000,
          name: "EVER GIVEN",
          aisShipType: 70,
          commercial: true,
          type: "cargo",
          typeSource: "registry"
        },
        startTime: "2026-02-26T05:18:21.000Z",
        endTime: "2026-02-27T10:18:21.000Z",
        ending: "left",
        hours: 29,
        stays: [
          {
            kind: "berth",
            evidence: "zone",
            zone: "NLRTM-EUROMAX",
            startTime: "2026-02-26T10:18:21.000Z",
            endTime: "2026-02-27T07:18:21.000Z",
            position: { latitude: 51.9563, longitude: 4.0339 }
          }
        ],
        silences: [],
        lastPositionReceivedAt: "2026-02-27T10:00:00.000Z",
        assignment: null,
        source: "ais",
        figures: ["timeInPort"]
      })
    }
  },
  "portCongestion.zones": {
    responses: {
      200: {
        portCode: "NLRTM",
        zones: [
          {
            id: "NLRTM-EUROMAX",
            kind: "BERTH",
            name: "Euromax Terminal",
            portCodes: ["NLRTM"],
            vesselType: "cargo",
            source: "operator",
            geometry: {
              type: "Polygon",
              coordinates: [
                [
                  [4.025, 51.952],
                  [4.045, 51.958],
                  [4.043, 51.961],
                  [4.023, 51.955],
                  [4.025, 51.952]
                ]
              ]
            }
          }
        ]
      }
    }
  }
}
