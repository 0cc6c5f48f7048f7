import type { Passage } from "@landfall/core/geo/Passage"

/** The usual English names of passages. */
export const PASSAGE_NAMES: Readonly<Record<Passage, string>> = {
  "bab-el-mandeb": "Bab-el-Mandeb",
  bering: "Bering Strait",
  bonifacio: "Strait of Bonifacio",
  bosporus: "Bosporus",
  "cape-horn": "Cape Horn",
  "cape-of-good-hope": "Cape of Good Hope",
  corinth: "Corinth Canal",
  dardanelles: "Dardanelles",
  dover: "Strait of Dover",
  gibraltar: "Strait of Gibraltar",
  "great-belt": "Great Belt",
  hormuz: "Strait of Hormuz",
  kiel: "Kiel Canal",
  lombok: "Lombok Strait",
  magellan: "Strait of Magellan",
  makassar: "Makassar Strait",
  malacca: "Strait of Malacca",
  messina: "Strait of Messina",
  mona: "Mona Passage",
  northeast: "Northeast Passage",
  northwest: "Northwest Passage",
  oresund: "Øresund",
  panama: "Panama Canal",
  suez: "Suez Canal",
  sunda: "Sunda Strait",
  taiwan: "Taiwan Strait",
  torres: "Torres Strait",
  tsugaru: "Tsugaru Strait",
  windward: "Windward Passage"
}
