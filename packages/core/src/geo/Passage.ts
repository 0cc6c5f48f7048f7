import { Schema } from "effect"

/** The canals, straits and polar routes that a voyage can be asked to avoid or to use. */
export const Passage = Schema.Literals([
  "bab-el-mandeb",
  "bering",
  "bonifacio",
  "bosporus",
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
