/** Vessels of one design: nearly the same hull and main engine, and therefore the same tonnage. */
export interface VesselSeries {
  readonly grossTonnage: number
  /** The main engine's power over the usual power for the tonnage and the year of construction. */
  readonly powerFactor: number
  /** The number of vessels that the factor was fitted to. */
  readonly vessels: number
}

type SeriesRow = readonly [grossTonnage: number, powerFactor: number, vessels: number]

/** Vessels whose tonnages differ by at most this share are one series. */
export const SERIES_TONNAGE_SHARE = 0.004

/** The weight of the usual power in the factor of a series: that of this many vessels. */
export const PRIOR_VESSELS = 2

/** A factor that differs from 1 by at most this changes no emission noticeably. */
export const MIN_EFFECT = 0.02

/**
 * The tonnage, factor and number of vessels of each series, smallest tonnage first. Fitted by `scripts/fitVesselModel.ts` to
 * reports of container vessels under the EU MRV for 2018 to 2023; series of one vessel are omitted, and those within
 * `MIN_EFFECT` of the usual power.
 */
const SERIES: ReadonlyArray<SeriesRow> = `
  6701 1.03 2, 6739 1.03 2, 7464 1.04 2, 7532 1.08 12, 7642 1.15 3, 7711 1.17 7, 7852 1.12 20, 8032 1.33 2,
  8260 1.27 9, 8890 1.06 2, 8971 1.11 4, 9131 1.03 2, 9921 0.79 11, 9965 0.67 60, 9995 0.67 6, 10313 0.8 13,
  10597 0.75 17, 10965 0.95 4, 11550 0.82 5, 11662 0.76 4, 12514 0.79 8, 12831 1.03 4, 14044 1.03 4, 15355 1.03 8,
  15487 0.71 4, 15617 0.79 8, 15924 0.87 2, 16023 0.79 2, 16150 1.06 10, 16324 1.05 4, 16497 1.14 3, 17280 0.93 2,
  17364 0.76 10, 17503 0.94 7, 17581 1.34 5, 17676 1.04 10, 17973 0.87 6, 18123 1.06 2, 18340 1.11 15, 18483 1.1 7,
  18848 1.17 4, 21055 0.96 4, 21162 0.96 4, 21971 1.2 2, 22914 1.14 6, 23633 1.04 2, 24891 0.94 5, 25410 1.05 7,
  25714 0.93 6, 25896 0.86 6, 26182 1.1 4, 26655 1.1 8, 27114 0.95 2, 27279 0.84 7, 27571 1.22 3, 27779 1.1 2,
  27959 1.1 4, 28344 0.94 6, 28589 1.14 13, 28927 1.05 6, 29316 1.05 3, 32215 0.89 2, 32943 0.85 9, 34882 0.38 7,
  35856 0.77 22, 36501 1.11 4, 36946 1.18 4, 39830 1.12 15, 40551 1.14 15, 40841 1.12 5, 41292 0.95 16, 42111 1.1 3,
  42382 1.06 4, 42587 0.88 5, 43628 0.92 8, 47904 1.07 12, 48794 1.15 6, 49810 1.05 2, 50533 0.9 2, 50998 1.11 11,
  51872 0.91 5, 52523 0.83 4, 52726 1.2 4, 53100 0.84 2, 54597 0.92 5, 55511 0.94 11, 58289 1.11 2, 61870 1.05 4,
  62702 1.12 3, 65483 1.03 4, 69132 0.96 5, 69809 0.94 2, 71839 1.04 10, 72741 1.09 8, 73857 1.05 10, 74647 0.86 12,
  75104 1.08 4, 76223 1.11 3, 79702 0.95 5, 80503 0.95 2, 82794 1.08 2, 85676 0.93 6, 86647 0.94 3, 87697 0.93 3,
  88586 0.96 7, 89092 1.05 7, 89646 0.87 10, 90567 0.95 9, 91067 0.96 8, 91502 0.96 15, 93661 0.83 14, 94017 1.05 5,
  94962 0.86 12, 95340 1.18 17, 95737 1.13 5, 96445 1.14 22, 96803 1.04 4, 97815 0.9 7, 98825 0.81 15, 102492 1.13 3,
  105644 0.85 2, 107700 0.97 14, 109322 0.97 6, 109712 0.95 7, 110632 0.95 2, 112904 1.11 21, 113574 1.06 6,
  113973 0.96 2, 119441 0.97 4, 128765 0.96 5, 131552 0.95 16, 140178 1.07 10, 141878 1.03 35, 142295 0.93 3,
  143350 1.1 14, 144464 0.87 8, 145392 0.88 11, 146491 0.92 4, 148527 0.95 11, 149262 1.05 9, 150561 0.97 7,
  151287 1.15 12, 153070 1.06 32, 153933 0.95 19, 168423 1.03 2, 169423 1.03 6, 176491 1.13 9, 179922 1.1 3,
  187587 1.04 2, 188638 0.93 5, 192511 1.12 6, 193870 1.12 6, 194586 0.95 31, 195636 0.92 6, 210784 0.86 12,
  214286 0.97 11, 215553 0.93 4, 219427 1.05 12, 228512 1.19 12, 232465 1.24 11, 236892 0.9 3
`
  .split(",")
  .map((row) => {
    const [grossTonnage = 0, powerFactor = 1, vessels = 0] = row.trim().split(" ").map(Number)
    return [grossTonnage, powerFactor, vessels]
  })

/** The series closest to a gross tonnage, from rows sorted by tonnage; undefined when none is close enough. */
export const findSeries = (rows: ReadonlyArray<SeriesRow>, grossTonnage: number): VesselSeries | undefined => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.[0] ?? 0) < grossTonnage) low = middle + 1
    else high = middle
  }
  const distance = (row: SeriesRow | undefined) =>
    row === undefined ? Number.POSITIVE_INFINITY : Math.abs(Math.log(row[0] / grossTonnage))
  const [below, above] = [rows[low - 1], rows[low]]
  const nearest = distance(below) < distance(above) ? below : above
  if (nearest === undefined || distance(nearest) > SERIES_TONNAGE_SHARE / 2) return undefined
  return { grossTonnage: nearest[0], powerFactor: nearest[1], vessels: nearest[2] }
}

/** The series of vessels of a gross tonnage; undefined when no such series is known. */
export const seriesOf = (grossTonnage: number): VesselSeries | undefined => findSeries(SERIES, grossTonnage)
