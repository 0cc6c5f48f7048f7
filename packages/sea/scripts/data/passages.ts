import type { Passage } from "@landfall/core/geo/Passage"
import { type Point, parsePoints } from "./points.ts"

/** A canal or strait: closed by lines from shore to shore, and crossed on its lanes alone. */
export interface DrawnPassage {
  readonly id: Passage
  /** Lines from land to land that no leg may cross. */
  readonly gates: ReadonlyArray<ReadonlyArray<Point>>
  /** Lines drawn by hand from open water to open water. */
  readonly lanes?: ReadonlyArray<ReadonlyArray<Point>>
  /** Points on the gate, for straits that are wide enough to be crossed in a straight line. */
  readonly crossings?: ReadonlyArray<Point>
}

export const PASSAGES: ReadonlyArray<DrawnPassage> = [
  // Port Said to Port Tewfik; the ends lie off the breakwaters.
  {
    id: "suez",
    gates: [],
    lanes: [
      parsePoints(`
      32.38 31.38, 32.31 31.22, 32.32 30.8, 32.31 30.58, 32.4 30.33, 32.53 30.21, 32.58 30, 32.56 29.88
    `)
    ]
  },
  {
    id: "panama",
    gates: [],
    lanes: [
      parsePoints(`
      -79.92 9.4, -79.92 9.27, -79.86 9.2, -79.79 9.12, -79.69 9.11, -79.59 9, -79.55 8.93, -79.52 8.87
    `)
    ]
  },
  // Lock to lock is 98.6 km (Kiel Canal administration).
  {
    id: "kiel",
    gates: [],
    lanes: [
      parsePoints(`
      9.1 53.87, 9.15 53.9, 9.2 53.98, 9.36 54.13, 9.65 54.29, 9.85 54.36, 10.14 54.37, 10.17 54.375,
      10.22 54.46
    `)
    ]
  },
  {
    id: "corinth",
    gates: [],
    lanes: [parsePoints("22.93 37.965, 22.96 37.95, 23.01 37.915, 23.02 37.9")]
  },
  // From Buzzards Bay through the land cut to Cape Cod Bay.
  {
    id: "cape-cod",
    gates: [],
    lanes: [
      parsePoints(`
      -70.78 41.53, -70.69 41.64, -70.655 41.7, -70.62 41.742, -70.57 41.747, -70.535 41.772, -70.49 41.778,
      -70.44 41.81
    `)
    ]
  },
  {
    id: "gibraltar",
    gates: [parsePoints("-5.62 36.08, -5.5 35.85")],
    crossings: parsePoints("-5.58 35.975, -5.55 35.93")
  },
  {
    id: "dover",
    gates: [parsePoints("1.2 51.2, 1.85 50.86")],
    crossings: parsePoints("1.4 51.095, 1.45 51.07, 1.57 51, 1.67 50.954")
  },
  {
    id: "bab-el-mandeb",
    gates: [parsePoints("43.1 12.4, 43.6 12.76")],
    crossings: parsePoints("43.34 12.57")
  },
  {
    id: "hormuz",
    gates: [parsePoints("56.33 26.15, 56.5 26.45, 56.55 27.25")],
    crossings: parsePoints("56.51 26.55, 56.52 26.72")
  },
  {
    id: "malacca",
    gates: [parsePoints("100.45 1.9, 101.4 3.45")],
    crossings: parsePoints("101.02 2.83, 100.9 2.63")
  },
  {
    id: "sunda",
    gates: [parsePoints("106.12 -6.1, 106 -5.93, 105.6 -5.75")],
    crossings: parsePoints("105.9 -5.887")
  },
  {
    id: "lombok",
    gates: [parsePoints("115.2 -8.6, 115.5 -8.72, 116.1 -8.75")],
    crossings: parsePoints("115.75 -8.735")
  },
  {
    id: "torres",
    gates: [parsePoints("142.4 -11, 142.4 -9")],
    lanes: [
      parsePoints(`
      141.5 -10.6, 141.9 -10.55, 142.12 -10.51, 142.35 -10.46, 142.6 -10.4, 143.05 -10.2, 143.5 -9.75,
      144 -9.25
    `),
      parsePoints(`
      141.5 -10.6, 141.9 -10.55, 142.12 -10.51, 142.35 -10.46, 142.75 -10.55, 142.9 -11, 143.05 -11.6
    `)
    ]
  },
  {
    id: "magellan",
    gates: [parsePoints("-71.5 -53.75, -71.1 -54.3")],
    lanes: [
      parsePoints(`
      -70.85 -53.4, -70.987 -53.809, -71.25 -53.93, -72.2237 -53.6722, -72.4937 -53.5598, -73.0757 -53.3287,
      -73.4 -53.1, -74.9 -52.6
    `)
    ]
  },
  {
    id: "great-belt",
    gates: [parsePoints("10.7 55.3, 11.25 55.36")],
    crossings: parsePoints("11.03 55.336")
  },
  {
    id: "oresund",
    // Drogden and Flinterännan, which are shallower than the narrows of Helsingør.
    gates: [parsePoints("12.6 55.6, 12.68 55.575, 12.78 55.6, 13 55.55")],
    crossings: parsePoints("12.71 55.583")
  },
  {
    id: "bosporus",
    gates: [parsePoints("28.95 41.1, 29.15 41.1")],
    lanes: [
      parsePoints(`
      29.15 41.25, 29.0645 41.1505, 29.0755 41.1255, 29.0385 41.0545, 29.0025 41.0295, 28.9795 40.9685,
      28.96 40.95
    `)
    ]
  },
  {
    id: "dardanelles",
    gates: [parsePoints("26.3 40.16, 26.5 40.14")],
    lanes: [parsePoints("26.12 40.01, 26.363 40.123, 26.413 40.209, 26.74 40.43")]
  },
  {
    id: "bering",
    gates: [parsePoints("-170.3 66.15, -167.5 65.55")],
    crossings: parsePoints("-169.4 65.957, -168.5 65.764")
  },
  // From Svalbard over the ice to Severnaya Zemlya and the Taymyr coast.
  {
    id: "northeast",
    gates: [parsePoints("-30 82.3, 15 79.6, 26 80, 55 80.5, 62 81.6, 95 81.2, 100 79.5, 103.5 78.8, 104 77")],
    lanes: [
      parsePoints(`
      47 71, 57.05 70.43, 66 73.6, 76 75.3, 95.31 77.59, 98 77.6, 104 77.95, 112 77.2, 118 75.6, 130 74.6,
      143.33 74.25, 150 72.6, 165 70.7, 178.5 70.1, -175.5 68.9, -170.5 67.1
    `)
    ]
  },
  // The deep way, through Prince of Wales Strait.
  {
    id: "northwest",
    gates: [parsePoints("-97.5 67.5, -97.5 79.5, -88 82")],
    lanes: [
      parsePoints(`
      -76 74.1, -82 74.1, -90 74.2, -98 74.35, -105 74.3, -112 74.1, -117.75 72.87, -118.93 72.37, -121.5 70.9,
      -127 71
    `)
    ]
  },
  {
    id: "cape-of-good-hope",
    gates: [parsePoints("20 -34.6, 20 -71")],
    crossings: parsePoints("20 -34.92, 20 -35.1, 20 -35.6, 20 -36.8, 20 -39, 20 -43, 20 -46, 20 -49")
  },
  {
    id: "cape-horn",
    gates: [parsePoints("-68.7 -54.75, -68.5 -55.2, -67.35 -55.9, -67 -56.5, -64 -66.2")],
    crossings: parsePoints("-67.2 -56.1, -67.05 -56.4, -66.68 -57.5, -66.2 -59")
  },
  {
    id: "messina",
    gates: [parsePoints("15.45 38.15, 15.72 38.15")],
    crossings: parsePoints("15.595 38.15")
  },
  {
    id: "bonifacio",
    gates: [parsePoints("9.2 41.45, 9.2 41.2")],
    crossings: parsePoints("9.2 41.33, 9.2 41.3")
  },
  // From the mainland over Haitan to the north-west of Taiwan.
  {
    id: "taiwan",
    gates: [parsePoints("119.4 25.55, 119.8 25.5, 121.1 25")],
    crossings: parsePoints(
      "119.95 25.44, 120.1 25.38, 120.25 25.33, 120.4 25.27, 120.55 25.21, 120.7 25.15, 120.87 25.09"
    )
  },
  {
    id: "makassar",
    gates: [parsePoints("118.7 1.05, 119 0.95, 119.95 0.1")],
    crossings: parsePoints("119.1 0.86, 119.2 0.77, 119.3 0.68, 119.4 0.59, 119.5 0.5, 119.6 0.41, 119.7 0.32")
  },
  {
    id: "tsugaru",
    gates: [parsePoints("140.4 41.22, 140.15 41.45")],
    crossings: parsePoints("140.3 41.31, 140.26 41.35")
  },
  {
    id: "windward",
    gates: [parsePoints("-74.35 20.2, -73.3 19.8")],
    crossings: parsePoints("-74 20.067, -73.85 20.01, -73.7 19.952, -73.58 19.907")
  },
  // From Hispaniola over Mona Island to Puerto Rico.
  {
    id: "mona",
    gates: [parsePoints("-68.55 18.6, -67.89 18.08, -67.15 18.37")],
    crossings: parsePoints(
      "-68.22 18.34, -68.1 18.246, -68 18.167, -67.78 18.123, -67.64 18.178, -67.5 18.233, -67.38 18.28"
    )
  }
]
