import { Schema } from "effect"

/** The canals, straits and polar routes that a voyage can be asked to avoid or to use. */
export const Passage = Schema.Literals([
  "bab-el-mandeb",
  "bering",
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
  "malacca",
  "messina",
  "northeast",
  "northwest",
  "oresund",
  "panama",
  "suez",
  "sunda",
  "torres"
])
export type Passage = typeof Passage.Type
