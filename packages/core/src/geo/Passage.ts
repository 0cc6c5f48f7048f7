import { Schema } from "effect"

/**
 * The canals, straits, capes and polar routes that a voyage can avoid or require. `northeast` is the passage north of
 * Russia, `northwest` the one through northern Canada; `mona` is the passage between Hispaniola and Puerto Rico,
 * `windward` the one between Cuba and Hispaniola.
 */
export const Passage = Schema.Literals([
  "bab-el-mandeb",
  "bering",
  "bonifacio",
  "bosporus",
  "cape-cod",
  "cape-horn",
  "cape-of-good-hope",
  "corinth",
  "dardanelles",
  "dover",
  "gibraltar",
  "great-belt",
  "hormuz",
  "kiel",
  "lombok",
  "magellan",
  "makassar",
  "malacca",
  "messina",
  "mona",
  "northeast",
  "northwest",
  "oresund",
  "panama",
  "suez",
  "sunda",
  "taiwan",
  "torres",
  "tsugaru",
  "windward"
])
export type Passage = typeof Passage.Type
