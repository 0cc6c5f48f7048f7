import type { LonLat } from "../../map/Projection.ts"
import type { Passage } from "./VoyageForm.ts"

/** Where a map marks each passage, to about a tenth of a degree. */
export const PASSAGE_PLACES: Readonly<Record<Passage, LonLat>> = {
  "bab-el-mandeb": [43.34, 12.57],
  bering: [-168.9, 65.86],
  bonifacio: [9.23, 41.3],
  bosporus: [29.06, 41.1],
  "cape-cod": [-70.58, 41.75],
  "cape-horn": [-67.05, -56.4],
  "cape-of-good-hope": [20, -35.1],
  corinth: [22.98, 37.93],
  dardanelles: [26.4, 40.17],
  dover: [1.5, 51.03],
  gibraltar: [-5.57, 35.95],
  "great-belt": [11.03, 55.34],
  hormuz: [56.51, 26.6],
  kiel: [9.65, 54.29],
  lombok: [115.75, -8.74],
  magellan: [-71.25, -53.93],
  makassar: [119.3, 0.68],
  malacca: [101, 2.75],
  messina: [15.6, 38.15],
  mona: [-67.9, 18.15],
  northeast: [104, 77.95],
  northwest: [-98, 74.35],
  oresund: [12.65, 56.04],
  panama: [-79.7, 9.11],
  suez: [32.35, 30.6],
  sunda: [105.9, -5.89],
  taiwan: [120.25, 25.33],
  torres: [142.3, -10.5],
  tsugaru: [140.28, 41.33],
  windward: [-73.85, 20.01]
}
