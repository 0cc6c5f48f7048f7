import { type EmissionFactor, INDUSTRY_AVERAGE } from "./EmissionFactor.ts"
import { industryAverages, publishedFactors } from "./PublishedFactors.ts"
import type { CargoKind, TradeLane } from "./TradeLane.ts"

/** What two factors must not share: they would speak of the same thing. */
export const factorKey = ({ scope, name, cargo }: Pick<EmissionFactor, "scope" | "name" | "cargo">): string =>
  `${scope}/${name}/${cargo}`

/** Factors to look up: an operator's own first, all of them, and those that are published after them. */
export type FactorTable = ReadonlyArray<ReadonlyMap<string, EmissionFactor>>

/** The table of an operator with these factors, or with none. */
export const factorTable = (own: ReadonlyArray<EmissionFactor>): FactorTable =>
  own.length === 0 ? [publishedIndex] : [indexFactors(own), publishedIndex]

/**
 * The factor of a lane for a cargo: its own, else that of its group, else the industry's average. An operator's table is
 * asked for all three before the published one: figures of one edition are preferred to a mixture.
 */
export const findFactor = (table: FactorTable, lane: TradeLane, cargo: CargoKind): EmissionFactor => {
  for (const factors of table) {
    const factor =
      factors.get(factorKey({ scope: "lane", name: lane.name, cargo })) ??
      factors.get(factorKey({ scope: "group", name: lane.group, cargo })) ??
      factors.get(factorKey({ scope: "industry", name: INDUSTRY_AVERAGE, cargo }))
    if (factor !== undefined) return factor
  }
  // For the types alone: every table ends with the published factors, which have the industry's average of every cargo.
  return industryAverages[cargo]
}

export const indexFactors = (factors: ReadonlyArray<EmissionFactor>): ReadonlyMap<string, EmissionFactor> =>
  new Map(factors.map((factor) => [factorKey(factor), factor]))

export const publishedIndex = indexFactors(publishedFactors)
