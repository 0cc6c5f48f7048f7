import { Schema } from "effect"
import type { Passage } from "../../geo/Passage.ts"
import type { Port } from "../../geo/Port.ts"
import type { VesselSize } from "../../geo/SeaRouter.ts"
import { sizeClassOf } from "../vessels/SizeClass.ts"
import { regionOf, type TradeRegion } from "./TradeRegion.ts"

/** The groups of lanes of Clean Cargo. */
export const LaneGroup = Schema.Literals(["Transatlantic", "Trans-Suez", "Transpacific", "Panama", "Other"])
export type LaneGroup = typeof LaneGroup.Type

/** The lanes of Clean Cargo after the GLEC Framework v2.0 (2019), in both directions. */
export const LaneName = Schema.Literals([
  // The names of lanes that have a factor here were compared with it; the others come from another public list of the
  // same lanes and groups (the API of Lune, github.com/lune-climate/lune-docs). The group of each lane is general
  // knowledge of the edition.
  "Asia - Africa",
  "Asia - Mediterranean/Black Sea",
  "Asia - Middle East/India",
  "Asia - North America East Coast/Gulf",
  "Asia - North America West Coast",
  "Asia - North Europe",
  "Asia - Oceania",
  "Asia - South America",
  "Europe - Africa",
  "Europe - Middle East/India",
  "Europe - Oceania",
  "Europe - South America",
  "Mediterranean/Black Sea - North America East Coast/Gulf",
  "Mediterranean/Black Sea - North America West Coast",
  "North America - Africa",
  "North America - Middle East/India",
  "North America - Oceania",
  "North America - South America",
  "North Europe - Mediterranean/Black Sea",
  "North Europe - North America East Coast/Gulf",
  "North Europe - North America West Coast",
  "South America - Africa",
  "South East Asia - North East Asia",
  "Intra Africa",
  "Intra Mediterranean/Black Sea",
  "Intra Middle East/India",
  "Intra North America",
  "Intra North East Asia",
  "Intra North Europe",
  "Intra South America",
  "Intra South East Asia",
  "Other"
])
export type LaneName = typeof LaneName.Type

/** A trade lane and its group, whose factor applies when the lane has none. */
export interface TradeLane {
  readonly name: LaneName
  readonly group: LaneGroup
}

/** The wider regions that contain a region, the smallest first; lanes connect regions of any size. */
const WIDER_REGIONS: Readonly<Record<TradeRegion, ReadonlyArray<string>>> = {
  Africa: [],
  "Mediterranean/Black Sea": ["Europe"],
  "Middle East/India": [],
  "North America East Coast/Gulf": ["North America"],
  "North America West Coast": ["North America"],
  "North East Asia": ["Asia"],
  "North Europe": ["Europe"],
  Oceania: [],
  "South America": [],
  "South East Asia": ["Asia"]
}

const laneNames: ReadonlyMap<string, LaneName> = new Map(LaneName.literals.map((name) => [name, name]))

/** The lane between two regions, or between the smallest wider regions that have a lane. */
const laneNameOf = (from: TradeRegion, to: TradeRegion): LaneName => {
  for (const start of [from, ...WIDER_REGIONS[from]]) {
    for (const end of [to, ...WIDER_REGIONS[to]]) {
      const name =
        start === end
          ? laneNames.get(`Intra ${start}`)
          : (laneNames.get(`${start} - ${end}`) ?? laneNames.get(`${end} - ${start}`))
      if (name !== undefined) return name
    }
  }
  return "Other"
}

/** Lanes whose ends determine their group. */
const FIXED_GROUPS: Readonly<Partial<Record<LaneName, LaneGroup>>> = {
  "Asia - Mediterranean/Black Sea": "Trans-Suez",
  "Asia - North Europe": "Trans-Suez",
  "Asia - North America West Coast": "Transpacific",
  "Europe - Middle East/India": "Trans-Suez",
  "Mediterranean/Black Sea - North America East Coast/Gulf": "Transatlantic",
  "North Europe - North America East Coast/Gulf": "Transatlantic"
}

/** Lanes with more than one route: the canal on the route of the voyage determines the group. */
const laneGroupOf = (name: LaneName, passages: ReadonlyArray<Passage>): LaneGroup => {
  const fixed = FIXED_GROUPS[name]
  if (fixed !== undefined) return fixed
  if (name.startsWith("Intra") || name === "Other") return "Other"
  if (passages.includes("panama")) return "Panama"
  return passages.includes("suez") ? "Trans-Suez" : "Other"
}

/** The name of the lane between two ports, from their regions. */
export const laneNameBetween = (from: Port, to: Port): LaneName => {
  const [start, end] = [regionOf(from), regionOf(to)]
  return start === undefined || end === undefined ? "Other" : laneNameOf(start, end)
}

/** The lane of a voyage, from the regions of its ports and, for lanes with several routes, from its canals. */
export const laneOf = (from: Port, to: Port, passages: ReadonlyArray<Passage>): TradeLane => {
  const name = laneNameBetween(from, to)
  return { name, group: laneGroupOf(name, passages) }
}

/** The kind of cargo: dry, or refrigerated. */
export const CargoKind = Schema.Literals(["dry", "reefer"])

export type CargoKind = typeof CargoKind.Type

/**
 * The capacity of usual vessels of each lane in TEU. It decides about canals for vessels of unknown size, and about
 * nothing else. Between Asia and Europe 16,730 TEU were expected on average for 2020 (International Transport Forum, The
 * Impact of Mega-Ships, 2015); the others are general knowledge, and only their classes matter.
 */
const USUAL_TEU: Readonly<Partial<Record<LaneName, number>>> = {
  "Asia - Mediterranean/Black Sea": 16_730,
  "Asia - North Europe": 16_730,
  "North Europe - Mediterranean/Black Sea": 4000,
  "South East Asia - North East Asia": 2500
}

/** The usual capacity within a region, and between continents. */
const FEEDER_TEU = 1500
const OCEAN_TEU = 8500

/** The greatest draught of feeders of 1,000 to 1,999 TEU (US EPA, Port Emissions Inventory Guidance, 2022). */
const FEEDER_DRAUGHT_M = 9.7
/** The draught of larger vessels, which rarely sail at their greatest. Chosen here. */
const USUAL_DRAUGHT_M = 12

/** The dimensions of the usual vessels of a lane. */
export const usualSizeOf = (lane: LaneName): VesselSize => {
  const teu = USUAL_TEU[lane] ?? (lane.startsWith("Intra") ? FEEDER_TEU : OCEAN_TEU)
  const { beamM, lengthM } = sizeClassOf(teu)
  return { lengthM, beamM, draughtM: teu === FEEDER_TEU ? FEEDER_DRAUGHT_M : USUAL_DRAUGHT_M }
}
