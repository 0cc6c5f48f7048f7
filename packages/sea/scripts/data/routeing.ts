import { type Point, parsePoints } from "./points.ts"

/** Water that a rule closes to through traffic: a closed, coarse outline, drawn by hand. */
export interface RouteingZone {
  readonly name: string
  /** The rule, and the publication that states it. */
  readonly source: string
  /**
   * Whether the zone lies on a coast. Its first and last points are then on land, so that no water is left between the
   * zone and the coast.
   */
  readonly isCoastal: boolean
  readonly points: ReadonlyArray<Point>
}

const SHIPS_ROUTEING = "IMO, Ships' Routeing"

const coastalZone = (name: string, source: string, outline: string): RouteingZone => ({
  name,
  source,
  isCoastal: true,
  points: parsePoints(outline)
})

const openZone = (name: string, source: string, outline: string): RouteingZone => ({
  name,
  source,
  isCoastal: false,
  points: parsePoints(outline)
})

/**
 * Waters that ships' routeing closes to through traffic: inshore zones, the land side of traffic separation schemes,
 * banks that recommended tracks pass outside, and the fishing banks of Newfoundland. The outlines are coarse and general
 * knowledge; the sources state the rules and not the coordinates here.
 */
export const ROUTEING_ZONES: ReadonlyArray<RouteingZone> = [
  // Between Ushant and the mainland: the passages of Four, Helle and Fromveur.
  coastalZone(
    "Inside Ushant",
    `${SHIPS_ROUTEING}, off Ushant: the inshore traffic zone; the passages of Four, Helle and Fromveur are closed to large vessels by order of the maritime prefect of the Atlantic`,
    "-4.7 48.36, -4.95 48.28, -5.35 48.3, -5.6 48.45, -5.6 48.68, -5.3 48.8, -4.9 48.74, -4.66 48.53"
  ),
  coastalZone(
    "Raz de Sein",
    "Orders of the maritime prefect of the Atlantic: large vessels pass outside the Chaussée de Sein, and not through the Raz de Sein",
    "-4.6 48.035, -4.85 47.99, -5.1 48, -5.16 48.06, -5.1 48.1, -4.85 48.09, -4.55 48.06"
  ),
  openZone(
    "Off Casquets",
    `${SHIPS_ROUTEING}, off Casquets: the land side of the separation scheme`,
    "-2.75 49.72, -2.75 49.87, -2.35 49.87, -2.2 49.74"
  ),
  coastalZone(
    "Off Finisterre",
    `${SHIPS_ROUTEING}, off Finisterre: the inshore traffic zone`,
    "-9.2 42.93, -9.35 42.75, -9.58 42.8, -9.58 43.1, -9.35 43.32, -9.1 43.16"
  ),
  coastalZone(
    "Inside Berlengas",
    `${SHIPS_ROUTEING}, off Cape Roca and off Berlengas: the area to be avoided round the islands and the inshore side`,
    "-9.34 39.36, -9.5 39.3, -9.68 39.35, -9.68 39.55, -9.5 39.6, -9.15 39.48"
  ),
  coastalZone(
    "Off Cape Roca",
    `${SHIPS_ROUTEING}, off Cape Roca: the inshore traffic zone`,
    "-9.42 38.73, -9.5 38.62, -9.66 38.66, -9.66 38.84, -9.45 38.92, -9.38 38.9"
  ),
  coastalZone(
    "Off Cape St Vincent",
    `${SHIPS_ROUTEING}, off Cape S. Vicente: the inshore traffic zone`,
    "-8.93 37.03, -8.95 36.9, -9.1 36.8, -9.2 36.95, -9.15 37.15, -8.86 37.14"
  ),
  coastalZone(
    "Off Cape Gata",
    `${SHIPS_ROUTEING}, off Cabo de Gata: the inshore traffic zone`,
    "-2.18 36.76, -2.25 36.66, -2.2 36.55, -1.95 36.6, -2.05 36.9"
  ),
  openZone(
    "Off Terschelling",
    `${SHIPS_ROUTEING}, Terschelling - German Bight: the land side of the separation scheme`,
    "4.7 53.3, 4.75 53.55, 5.85 53.71, 5.95 53.48"
  ),
  openZone(
    "German Bight",
    `${SHIPS_ROUTEING}, German Bight western approach: the land side of the separation scheme`,
    "6.6 53.82, 7.6 53.95, 7.6 53.78, 6.6 53.6"
  ),
  openZone(
    "Banks off Dunkirk",
    `${SHIPS_ROUTEING}, in the Strait of Dover and adjacent waters, and at West Hinder: traffic passes north of Sandettie or along the coast, and not over the banks between`,
    "1.75 51.12, 1.8 51.22, 2.1 51.38, 2.7 51.38, 2.75 51.31, 2.45 51.17, 2.1 51.1, 1.9 51.08"
  ),
  openZone(
    "Banks off Zeeland",
    `${SHIPS_ROUTEING}, at West Hinder and in the approaches to the Scheldt: vessels of deep draught enter from the west by West Hinder and the Scheur, south of the Hinder and Zeeland banks`,
    "2.45 51.5, 2.75 51.46, 3.05 51.46, 3.33 51.5, 3.38 51.56, 3.25 51.68, 3 51.7, 2.75 51.85, 2.55 51.85"
  ),
  coastalZone(
    "Dondra Head",
    `${SHIPS_ROUTEING}, off Dondra Head: the land side of the separation scheme`,
    "80.38 6.05, 80.4 5.72, 80.7 5.72, 80.8 6.07"
  ),
  coastalZone(
    "Southern channels of the Thames",
    "Port of London Authority, Pilotage Directions: vessels of deep draught enter by the Black Deep from the north, and not over the sands off Margate",
    "1.33 51.36, 1.5 51.45, 1.68 51.62, 1.68 51.8, 1.5 51.76, 1.2 51.6, 1.03 51.5, 0.96 51.45, 0.92 51.34"
  ),
  // From the delta of the Mekong to the islands of Côn Đảo, over the shoals between them.
  coastalZone(
    "Inside Con Son",
    "NGA Pub. 161, Sailing Directions (Enroute), South China Sea and the Gulf of Thailand: vessels pass south and east of Con Son, outside the shoals off the Mekong delta",
    "105.3 9.0, 105.2 8.5, 106.4 8.42, 106.75 8.48, 106.9 8.75, 106.7 9.05, 106.3 9.22, 105.85 9.45"
  ),
  openZone(
    "Banks and oil fields off southern Vietnam",
    "NGA Pub. 161, Sailing Directions (Enroute), South China Sea and the Gulf of Thailand: vessels in passage keep east of the Catwick Islands and of the banks round Phu Quy; the oil fields between them and Vung Tau have safety zones",
    "107.75 9.35, 108.5 8.25, 109 8.45, 109.35 9.8, 109.25 10.35, 108.9 10.7, 108.25 10.3, 107.8 9.9"
  ),
  // From Biscayne Bay to Key West, along the seaward limit of the area to be avoided.
  coastalZone(
    "Florida Keys",
    "15 CFR 922, subpart P, appendix VII: areas to be avoided off the Florida Keys, for vessels over 50 m",
    "-80.37 25.6, -80.06 25.6, -80.05 25.37, -80.175 25.106, -80.32 24.94, -80.79 24.63, -81.29 24.49, -81.7 24.45, -81.7 24.575"
  ),
  openZone(
    "Marquesas Keys and Dry Tortugas",
    "15 CFR 922, subpart P, appendix VII: areas to be avoided round the Marquesas Keys and the Dry Tortugas, for vessels over 50 m; vessels between the Gulf of Mexico and the Straits of Florida pass south of them",
    "-81.88 24.64, -81.88 24.46, -82.2 24.43, -82.6 24.46, -82.95 24.5, -83.1 24.56, -83.1 24.72, -82.9 24.76, -82.5 24.72"
  ),
  openZone(
    "Grand Banks of Newfoundland",
    "SOLAS 1974, chapter V, routeing in the North Atlantic: vessels avoid the fishing banks of Newfoundland north of 43° N",
    "-53 46.7, -52.2 46.9, -48.5 46.5, -48.6 45, -49.6 43, -51.2 43.05, -54 44.9, -54.5 46.2"
  )
]

/** A line on the ocean that no vessel crosses towards the pole. */
export interface IceLimit {
  readonly name: string
  readonly source: string
  /** From west to east. */
  readonly line: ReadonlyArray<Point>
}

const ICEBERGS_OF_THE_PACIFIC =
  "Met Office, Meteorology for Mariners, chapter 18: the mean and the extreme limits of icebergs, between which this line runs"

/** The limits of ice on the ocean: the waters south of them are closed. */
export const ICE_LIMITS: ReadonlyArray<IceLimit> = [
  {
    name: "Antarctic area",
    source:
      "MARPOL Annex I, regulation 43: south of 60° S ships neither carry nor burn heavy grade oil; IMO Polar Code, which requires an ice certificate there",
    line: parsePoints("-180 -60, 180 -60")
  },
  // The Antarctic Convergence, from east of South Georgia to south of New Zealand. It is south of 60° S in the Pacific.
  {
    name: "Icebergs of the South Atlantic and the Indian Ocean",
    source:
      "NGA Pub. 200, Sailing Directions (Planning Guide), Antarctica: the Antarctic Convergence is the usual northern limit of icebergs",
    line: parsePoints(
      "-36 -60, -34 -56, -32 -52.5, -28 -50.3, -20 -49.8, 50 -49.8, 72 -50.6, 90 -51, 110 -52, 130 -53.5, 145 -55, 155 -57, 165 -59, 172 -60"
    )
  },
  // North of the Convergence, where the current carries icebergs between the meridians of New Zealand and of Chile.
  {
    name: "Icebergs of the South Pacific, west of the antimeridian",
    source: ICEBERGS_OF_THE_PACIFIC,
    line: parsePoints("168 -60, 174 -58.5, 180 -57")
  },
  {
    name: "Icebergs of the South Pacific",
    source: ICEBERGS_OF_THE_PACIFIC,
    line: parsePoints("-180 -57, -170 -55, -160 -54, -115 -54, -95 -56, -80 -58, -70 -60")
  }
]

/** A sea without a way to the ocean for sea-going vessels: its ports have routes among themselves. */
export interface EnclosedSea {
  readonly name: string
  /** A point on its water. */
  readonly at: Point
}

export const ENCLOSED_SEAS: ReadonlyArray<EnclosedSea> = [{ name: "Caspian Sea", at: [50.5, 41.9] }]
