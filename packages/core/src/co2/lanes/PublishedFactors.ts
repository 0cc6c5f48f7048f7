import { type EmissionFactor, type FactorScope, INDUSTRY_AVERAGE } from "./EmissionFactor.ts"
import type { CargoKind } from "./TradeLane.ts"

/**
 * The confidence in a published factor: `high` as printed by its publisher, `medium` converted or quoted by another
 * one.
 */
export type PublishedConfidence = "high" | "medium"

/** A factor that a public source prints. */
export interface PublishedFactor extends EmissionFactor {
  /** The publication with its table and page, as far as it has them. */
  readonly source: string
  readonly confidence: PublishedConfidence
}

/** An edition as a public source prints it. */
interface Print {
  readonly edition: string
  readonly source: string
  readonly confidence: PublishedConfidence
}

/** The averages of Clean Cargo as printed in the GLEC Framework. */
const GLEC: Print = {
  edition: "GLEC Framework v2.0 (2019), Clean Cargo",
  source: "GLEC Framework v2.0 (Smart Freight Centre, 2019), module 2, trade lanes of Clean Cargo",
  confidence: "high"
}

/** Attributed there to the GLEC Framework of 2019; converted from kg/t-km at 10 t per TEU, and therefore rounded. */
const ADEME: Print = {
  edition: "ADEME Base Carbone 2020, after GLEC 2019",
  source: "ADEME Base Carbone (2020), sea freight by container; a database without pages",
  confidence: "medium"
}

/** A later edition, as a public list of emission factors quotes it. */
const GLEC_2024: Print = {
  edition: "GLEC Framework v3.1 (2024), Clean Cargo",
  source: "GLEC Framework v3.1 (2024), module 2, table 13, as quoted by climatiq.io",
  confidence: "medium"
}

const factor =
  (print: Print, scope: FactorScope) =>
  (name: string, cargo: CargoKind, wtwGramsPerTeuKm: number, ttwGramsPerTeuKm?: number): PublishedFactor => ({
    scope,
    name,
    cargo,
    wtwGramsPerTeuKm,
    ...(ttwGramsPerTeuKm === undefined ? {} : { ttwGramsPerTeuKm }),
    ...print
  })

const average = factor({ ...GLEC, source: `${GLEC.source}, table 46` }, "industry")
const printed = factor(GLEC, "lane")
const lane = factor(ADEME, "lane")
const group = factor(ADEME, "group")
const laterGroup = factor(GLEC_2024, "group")

/** The industry averages, which apply to every lane without a factor for the lane or its group. */
export const industryAverages: Readonly<Record<CargoKind, PublishedFactor>> = {
  dry: average(INDUSTRY_AVERAGE, "dry", 76),
  reefer: average(INDUSTRY_AVERAGE, "reefer", 145)
}

/**
 * The factors of the 2019 edition that public sources print, well to wake and, where printed, tank to wake. The rest of the
 * GLEC table is licensed and can be imported by an operator who has it. No factor here is an estimate.
 */
export const publishedFactors: ReadonlyArray<PublishedFactor> = [
  printed("North Europe - North America East Coast/Gulf", "reefer", 166, 153),
  printed("Mediterranean/Black Sea - North America West Coast", "reefer", 149, 138),
  lane("Europe - Africa", "dry", 109),
  lane("Europe - Africa", "reefer", 185),
  lane("Europe - Oceania", "dry", 120),
  lane("Europe - Oceania", "reefer", 174),
  lane("Europe - Middle East/India", "reefer", 130),
  lane("Europe - South America", "reefer", 152),
  lane("Asia - Mediterranean/Black Sea", "reefer", 130),
  lane("Asia - North Europe", "reefer", 109),
  lane("Intra Mediterranean/Black Sea", "dry", 163),
  lane("Intra Mediterranean/Black Sea", "reefer", 271),
  lane("Intra North Europe", "dry", 152),
  lane("Intra North Europe", "reefer", 239),
  lane("North Europe - Mediterranean/Black Sea", "dry", 109),
  lane("North Europe - Mediterranean/Black Sea", "reefer", 184),
  lane("North Europe - North America West Coast", "dry", 105),
  lane("North Europe - North America West Coast", "reefer", 163),
  lane("Mediterranean/Black Sea - North America East Coast/Gulf", "reefer", 174),
  group("Transatlantic", "dry", 107),
  group("Transatlantic", "reefer", 163),
  group("Trans-Suez", "reefer", 141),
  group("Other", "reefer", 152)
]

/**
 * The factors of lanes and groups that only a later edition prints publicly: the second choice, before the industry
 * average of 2019.
 */
export const laterEditionFactors: ReadonlyArray<PublishedFactor> = [laterGroup("Panama", "dry", 80.4)]
