/** A class of container vessels with its capacity, as a public source states it. */
export interface VesselClassRow {
  /** The page that states the capacity of the class. */
  readonly source: string
  /** Whether the page also lists the vessels with their IMO numbers; otherwise they are those of `VESSEL_LIST`. */
  readonly hasVesselTable?: true
  readonly teu: number
  /** Absent where it is not known for the class. */
  readonly grossTonnage?: number
  readonly lengthM?: number
  readonly beamM?: number
  /** One vessel a line: IMO number, year of delivery, name. */
  readonly vessels: string
}

/**
 * The list that names the IMO number, year of building and gross tonnage of vessels whose class has no table of them. The
 * data are those of Equasis and of the IMO's GISIS; the list itself states no licence, and facts alone are taken from it.
 */
export const VESSEL_LIST = "https://github.com/interreg-speed/IMO-VESSEL-NAMES (data/container-vessels.csv, 2021)"

const WIKIPEDIA = "https://en.wikipedia.org/wiki/"

/** The address of an article of the English Wikipedia. */
export const wikipedia = (title: string): string => `${WIKIPEDIA}${title}`

/** The terms of use of a source: the licence of Wikipedia, and for other pages that only the stated facts are taken. */
export const licenceOf = (source: string): string =>
  source.startsWith(WIKIPEDIA) ? "CC BY-SA 4.0" : "facts only; all rights of the text reserved"
