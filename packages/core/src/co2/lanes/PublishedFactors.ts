import type { EmissionFactor, FactorScope } from "./EmissionFactor.ts"
import type { CargoKind } from "./TradeLane.ts"

/** The averages of Clean Cargo as printed in the GLEC Framework. */
const GLEC = "GLEC Framework v2.0 (2019), Clean Cargo"

/** Attributed there to the GLEC Framework of 2019; converted from kg/t-km at 10 t per TEU, and therefore rounded. */
const ADEME = "ADEME Base Carbone 2020, after GLEC 2019"

const factor =
  (edition: string, scope: FactorScope) =>
  (name: string, cargo: CargoKind, wtwGramsPerTeuKm: number, ttwGramsPerTeuKm?: number): EmissionFactor => ({
    scope,
    name,
    cargo,
    wtwGramsPerTeuKm,
    ...(ttwGramsPerTeuKm === undefined ? {} : { ttwGramsPerTeuKm }),
    edition
  })

const average = factor(GLEC, "industry")
const printed = factor(GLEC, "lane")
const lane = factor(ADEME, "lane")
const group = factor(ADEME, "group")

/** The industry averages, which apply to every lane without a factor for the lane or its group. */
export const industryAverages: Readonly<Record<CargoKind, EmissionFactor>> = {
  dry: average("industry average", "dry", 76),
  reefer: average("industry average", "reefer", 145)
}

/**
 * The factors that public sources print, well to wake and, where printed, tank to wake. The rest of the GLEC table is
 * licensed and can be imported by an operator who has it. No factor here is an estimate.
 */
export const publishedFactors: ReadonlyArray<EmissionFactor> = [
  ...Object.values(industryAverages),
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
