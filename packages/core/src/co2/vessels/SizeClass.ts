/**
 * Loads of the generators or boilers of a vessel in kW, by phase of the voyage, as the table of the study has them. All
 * hours in port count at the load of a berth, because the hours at anchor are unknown.
 */
export interface PhaseLoads {
  readonly berth: number
  readonly anchored: number
  readonly manoeuvring: number
  readonly sea: number
}

/** Container vessels of similar size, with the values for vessels whose own particulars are unknown. */
export interface SizeClass {
  /** The name given by the IMO, such as `8000-11999`. */
  readonly name: string
  /** The smallest capacity of the class, and the smallest of the next one, in TEU. */
  readonly fromTeu: number
  readonly toTeu: number
  readonly auxiliaryKw: PhaseLoads
  readonly boilerKw: PhaseLoads
  readonly engineKw: number
  readonly lengthM: number
  readonly beamM: number
  /** The mean speed at sea that vessels of the class report. */
  readonly speedKnots: number
}

type Loads = readonly [berth: number, anchored: number, manoeuvring: number, sea: number]
type HullSize = readonly [lengthM: number, beamM: number]

const loads = ([berth, anchored, manoeuvring, sea]: Loads): PhaseLoads => ({ berth, anchored, manoeuvring, sea })

const sizeClass = (
  [fromTeu, toTeu]: readonly [number, number],
  auxiliary: Loads,
  boiler: Loads,
  engineKw: number,
  [lengthM, beamM]: HullSize,
  speedKnots: number
): SizeClass => ({
  name: Number.isFinite(toTeu) ? `${fromTeu}-${toTeu - 1}` : `${fromTeu}+`,
  fromTeu,
  toTeu,
  auxiliaryKw: loads(auxiliary),
  boilerKw: loads(boiler),
  engineKw,
  lengthM,
  beamM,
  speedKnots
})

const SMALLEST = sizeClass([0, 1000], [370, 450, 790, 410], [250, 250, 240, 0], 8200, [140, 22], 12.7)

/** The size classes of the IMO, smallest first. */
export const SIZE_CLASSES: readonly [SizeClass, ...Array<SizeClass>] = [
  // Bounds, generator and boiler loads: Fourth IMO GHG Study (2020), table 17. Engine power: mean of the class in the
  // US EPA's Port Emissions Inventory Guidance (2022). Length and beam: of common vessels of the class, rounded.
  // Speed: median of the mean speeds that vessels reported under the EU MRV for 2018 to 2020 (EMSA), four fifths of
  // the vessels.
  SMALLEST,
  sizeClass([1000, 2000], [820, 910, 1750, 900], [340, 340, 310, 0], 14_700, [165, 27], 11.2),
  sizeClass([2000, 3000], [610, 910, 1900, 920], [460, 450, 430, 0], 21_800, [210, 30], 13),
  sizeClass([3000, 5000], [1100, 1350, 2500, 1400], [480, 480, 430, 0], 37_000, [260, 32.2], 13.6),
  sizeClass([5000, 8000], [1100, 1400, 2800, 1450], [590, 580, 550, 0], 55_800, [290, 40], 15.2),
  sizeClass([8000, 12_000], [1150, 1600, 2900, 1800], [620, 620, 540, 0], 61_000, [335, 45], 15.5),
  sizeClass([12_000, 14_500], [1300, 1800, 3250, 2050], [630, 630, 630, 0], 65_000, [366, 51], 15.4),
  sizeClass([14_500, 20_000], [1400, 1950, 3600, 2300], [630, 630, 630, 0], 49_000, [398, 56], 15.8),
  sizeClass([20_000, Number.POSITIVE_INFINITY], [1400, 1950, 3600, 2300], [700, 700, 700, 0], 49_000, [400, 60], 16.8)
]

/** The class of a capacity in TEU, 0 or more. */
export const sizeClassOf = (teu: number): SizeClass => SIZE_CLASSES.find(({ toTeu }) => teu < toTeu) ?? SMALLEST

/** A point of a curve: a size and the value of vessels of that size. */
export type CurvePoint = readonly [size: number, figure: number]

/**
 * Interpolates a curve through points of increasing size, linearly in logarithms. Beyond its ends the value grows with the
 * size to the power `slope`.
 */
export const interpolateCurve = (
  points: readonly [CurvePoint, ...Array<CurvePoint>],
  slope: number,
  size: number
): number => {
  let [below] = points
  for (const point of points) {
    if (point[0] >= size) {
      if (point === below) break
      const share = Math.log(size / below[0]) / Math.log(point[0] / below[0])
      return below[1] * (point[1] / below[1]) ** share
    }
    below = point
  }
  return below[1] * (size / below[0]) ** slope
}

/**
 * Gross tonnage and nominal capacity of common vessels of each size, from publications of owners and class registers:
 * feeders, Panamax, the classes of about 6,600, 8,500, 10,500 and 13,500 TEU, and the largest vessels of 2012 to 2022. An
 * interpolated capacity is within 20 % of the actual one.
 */
const TONNAGE_AND_TEU: readonly [CurvePoint, ...Array<CurvePoint>] = [
  [7000, 650],
  [9900, 1000],
  [17_500, 1700],
  [27_000, 2500],
  [41_000, 4300],
  [54_000, 5000],
  [75_000, 6600],
  [94_000, 8500],
  [117_000, 10_500],
  [142_000, 13_500],
  [154_000, 15_100],
  [193_000, 18_900],
  [221_000, 21_000],
  [229_000, 23_700]
]

const [firstPair, ...otherPairs] = TONNAGE_AND_TEU
const swapAxes = ([tonnage, teu]: CurvePoint): CurvePoint => [teu, tonnage]
const TEU_AND_TONNAGE: readonly [CurvePoint, ...Array<CurvePoint>] = [swapAxes(firstPair), ...otherPairs.map(swapAxes)]

/** The usual capacity in TEU of vessels of a gross tonnage. */
export const usualTeu = (grossTonnage: number): number => interpolateCurve(TONNAGE_AND_TEU, 1, grossTonnage)

/** The usual gross tonnage of vessels of a capacity in TEU. */
export const usualTonnage = (teu: number): number => interpolateCurve(TEU_AND_TONNAGE, 1, teu)
