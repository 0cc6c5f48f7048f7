/** A class of container vessels with its capacity, as a public source states it. */
export interface VesselClassRow {
  /** The page that states the capacity of the class. */
  readonly source: string
  readonly teu: number
  /** Absent where it is not known for the class. */
  readonly grossTonnage?: number
  readonly lengthM?: number
  readonly beamM?: number
  /** One vessel a line: IMO number, year of delivery, name. */
  readonly vessels: string
}

const WIKIPEDIA = "https://en.wikipedia.org/wiki/"

/** The address of an article of the English Wikipedia. */
export const wikipedia = (title: string): string => `${WIKIPEDIA}${title}`

/** The terms of use of a source: the licence of Wikipedia, and for other pages that only the stated facts are taken. */
export const licenceOf = (source: string): string =>
  source.startsWith(WIKIPEDIA) ? "CC BY-SA 4.0" : "facts only; all rights of the text reserved"
