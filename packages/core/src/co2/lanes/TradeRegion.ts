import { Schema } from "effect"
import type { Port } from "../../geo/Port.ts"

/** The regions connected by the trade lanes of Clean Cargo. */
export const TradeRegion = Schema.Literals([
  "Africa",
  "Mediterranean/Black Sea",
  "Middle East/India",
  "North America East Coast/Gulf",
  "North America West Coast",
  "North East Asia",
  "North Europe",
  "Oceania",
  "South America",
  "South East Asia"
])
export type TradeRegion = typeof TradeRegion.Type

/**
 * Countries (ISO 3166-1) whose ports are all in one region. South America includes Central America and the Caribbean. Chosen
 * here: the edition prints only the names of the regions.
 */
const COUNTRIES: Readonly<Record<TradeRegion, string>> = {
  Africa:
    "AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW KE KM LR MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST TD TG TZ UG YT ZA ZM ZW EH",
  "Mediterranean/Black Sea": "AL BA BG CY DZ GE GI GR HR IT LB LY MC MD ME MT RO SI SY TN TR UA",
  "Middle East/India": "AE BD BH IN IQ IR JO KW LK MV OM PK QA SA YE IO",
  "North America East Coast/Gulf": "BM PM",
  "North America West Coast": "",
  "North East Asia": "CN HK JP KP KR MO TW MN",
  "North Europe": "AT AX BE BY CH CZ DE DK EE FI FO GB GG GL HU IE IM IS JE LI LT LU LV NL NO PL PT RS SE SJ SK",
  Oceania: "AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS",
  "South America":
    "AG AI AN AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI",
  "South East Asia": "BN ID KH LA MM MY PH SG TH TL VN"
}

const regionByCountry: ReadonlyMap<string, TradeRegion> = new Map(
  TradeRegion.literals.flatMap((region) =>
    COUNTRIES[region]
      .split(" ")
      .filter((country) => country !== "")
      .map((country) => [country, region] as const)
  )
)

type Coast = (position: Port["position"]) => TradeRegion

/** Countries with ports in several regions, distinguished by the position of the port. The dividing lines are chosen here. */
const COASTS: Readonly<Record<string, Coast>> = {
  // Alaska, Hawaii and the Pacific states are west of the Rocky Mountains, all other states east of them.
  US: ({ longitude }) => (longitude < -110 ? "North America West Coast" : "North America East Coast/Gulf"),
  CA: ({ longitude }) => (longitude < -115 ? "North America West Coast" : "North America East Coast/Gulf"),
  // The Gulf begins east of 99° W, but for the Pacific coast of Oaxaca and Chiapas in the south.
  MX: ({ latitude, longitude }) =>
    longitude < -99 || latitude < 17 ? "North America West Coast" : "North America East Coast/Gulf",
  FR: ({ latitude, longitude }) => (latitude < 44 && longitude > 2.5 ? "Mediterranean/Black Sea" : "North Europe"),
  // The Canary Islands belong to Africa.
  ES: ({ latitude, longitude }) => {
    if (latitude < 30) return "Africa"
    return latitude < 42.5 && longitude > -5.65 ? "Mediterranean/Black Sea" : "North Europe"
  },
  MA: ({ longitude }) => (longitude > -5.95 ? "Mediterranean/Black Sea" : "Africa"),
  EG: ({ latitude }) => (latitude > 30.5 ? "Mediterranean/Black Sea" : "Middle East/India"),
  IL: ({ latitude }) => (latitude > 30.5 ? "Mediterranean/Black Sea" : "Middle East/India"),
  RU: ({ latitude, longitude }) => {
    if (longitude > 100 || longitude < 0) return "North East Asia"
    return latitude < 50 ? "Mediterranean/Black Sea" : "North Europe"
  }
}

/** The region of a port; undefined for countries without a sea port on these lanes. */
export const regionOf = ({ country, position }: Port): TradeRegion | undefined =>
  COASTS[country]?.(position) ?? regionByCountry.get(country)
