import { Schema } from "effect"
import { type EmissionFactor, INDUSTRY_AVERAGE } from "./EmissionFactor.ts"
import { industryAverages, laterEditionFactors, type PublishedFactor, publishedFactors } from "./PublishedFactors.ts"
import type { CargoKind, TradeLane } from "./TradeLane.ts"

/** The identity of a factor within a table. */
export const factorKey = ({ scope, name, cargo }: Pick<EmissionFactor, "scope" | "name" | "cargo">): string =>
  `${scope}/${name}/${cargo}`

/**
 * The reason for a factor: the operator supplied it, the edition of 2019 prints it, only a later edition prints it, or
 * no public source prints one for the lane or its group, so that the industry average of 2019 applies.
 */
export const FactorChoice = Schema.Literals(["operator", "edition2019", "laterEdition", "industryAverage"])
export type FactorChoice = typeof FactorChoice.Type

/** The confidence in a factor; that of an operator's factor is the operator's. */
export const FactorConfidence = Schema.Literals(["high", "medium", "operator"])
export type FactorConfidence = typeof FactorConfidence.Type

/** A factor with the reason for its choice. */
export interface ChosenFactor {
  readonly factor: EmissionFactor
  readonly choice: FactorChoice
  readonly source: string
  readonly confidence: FactorConfidence
}

type FactorIndex = ReadonlyMap<string, ChosenFactor>

/** Factors by key, in order of choice. */
export type FactorTable = ReadonlyArray<FactorIndex>

const indexFactors = <F extends EmissionFactor>(
  factors: ReadonlyArray<F>,
  choose: (factor: F) => ChosenFactor
): FactorIndex => new Map(factors.map((factor) => [factorKey(factor), choose(factor)]))

const published =
  (choice: FactorChoice) =>
  (factor: PublishedFactor): ChosenFactor => ({
    factor,
    choice,
    source: factor.source,
    confidence: factor.confidence
  })

const supplied = (factor: EmissionFactor): ChosenFactor => ({
  factor,
  choice: "operator",
  source: "imported by the operator",
  confidence: "operator"
})

const averages = {
  dry: published("industryAverage")(industryAverages.dry),
  reefer: published("industryAverage")(industryAverages.reefer)
}

const PUBLISHED_TABLE: FactorTable = [
  indexFactors(publishedFactors, published("edition2019")),
  indexFactors(laterEditionFactors, published("laterEdition"))
]

/** The factor table with these operator-supplied factors. */
export const factorTable = (custom: ReadonlyArray<EmissionFactor>): FactorTable =>
  custom.length === 0 ? PUBLISHED_TABLE : [indexFactors(custom, supplied), ...PUBLISHED_TABLE]

/**
 * The factor of a lane for a cargo: that of the lane, else of its group, else the industry average. All three are searched in
 * the operator-supplied table before the edition of 2019, and there before later editions, so that factors of one edition
 * are preferred to a mixture.
 */
export const findFactor = (table: FactorTable, lane: TradeLane, cargo: CargoKind): ChosenFactor => {
  for (const factors of table) {
    const chosen =
      factors.get(factorKey({ scope: "lane", name: lane.name, cargo })) ??
      factors.get(factorKey({ scope: "group", name: lane.group, cargo })) ??
      factors.get(factorKey({ scope: "industry", name: INDUSTRY_AVERAGE, cargo }))
    if (chosen !== undefined) return chosen
  }
  return averages[cargo]
}
