import { type EmissionFactor, INDUSTRY_AVERAGE } from "./EmissionFactor.ts"
import { industryAverages, publishedFactors } from "./PublishedFactors.ts"
import type { CargoKind, TradeLane } from "./TradeLane.ts"

/** The identity of a factor within a table. */
export const factorKey = ({ scope, name, cargo }: Pick<EmissionFactor, "scope" | "name" | "cargo">): string =>
  `${scope}/${name}/${cargo}`

/** Factors by key: the operator-supplied ones first, then the published ones. */
export type FactorTable = ReadonlyArray<ReadonlyMap<string, EmissionFactor>>

/** The factor table with these operator-supplied factors. */
export const factorTable = (custom: ReadonlyArray<EmissionFactor>): FactorTable =>
  custom.length === 0 ? [publishedIndex] : [indexFactors(custom), publishedIndex]

/**
 * The factor of a lane for a cargo: that of the lane, else of its group, else the industry average. All three are searched in
 * the operator-supplied table before the published one, so that factors of one edition are preferred to a mixture.
 */
export const findFactor = (table: FactorTable, lane: TradeLane, cargo: CargoKind): EmissionFactor => {
  for (const factors of table) {
    const factor =
      factors.get(factorKey({ scope: "lane", name: lane.name, cargo })) ??
      factors.get(factorKey({ scope: "group", name: lane.group, cargo })) ??
      factors.get(factorKey({ scope: "industry", name: INDUSTRY_AVERAGE, cargo }))
    if (factor !== undefined) return factor
  }
  // Never reached: every table ends with the published factors, which have an industry average for each cargo.
  return industryAverages[cargo]
}

const indexFactors = (factors: ReadonlyArray<EmissionFactor>): ReadonlyMap<string, EmissionFactor> =>
  new Map(factors.map((factor) => [factorKey(factor), factor]))

const publishedIndex = indexFactors(publishedFactors)
