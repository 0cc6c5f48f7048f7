import {
  AisShipType,
  Bearing,
  Metres,
  NavigationStatus,
  type NavigationStatus as Status
} from "@landfall/core/congestion/detection/VesselReport"
import { Knots } from "@landfall/core/vessels/Knots"
import { Option } from "effect"

/**
 * The meaning of AIS codes (ITU-R M.1371-5, annex 8). Each value is created once and shared by all reports. A code outside a
 * table is none.
 */

const makeTable = <A>(size: number, read: (code: number) => Option.Option<A>): ReadonlyArray<Option.Option<A>> =>
  Array.from({ length: size }, (_, code) => read(code))

const lookUpIn =
  <A>(values: ReadonlyArray<Option.Option<A>>) =>
  (code: number): Option.Option<A> =>
    values[code] ?? Option.none()

const lookUpBelow =
  <A>(end: number, make: (code: number) => A) =>
  (code: number): Option.Option<A> =>
    code < end ? Option.some(make(code)) : Option.none()

/** Tenths of knots; 1023 is not available. */
export const speedOf = lookUpIn(makeTable(1_023, (code) => Option.some(Knots.make(code / 10))))

/** Whole knots of type 27; 63 is not available. */
export const longRangeSpeedOf = lookUpIn(makeTable(63, (code) => Option.some(Knots.make(code))))

/** Tenths of degrees; 3600 is not available. */
export const courseOf = lookUpIn(makeTable(3_600, (code) => Option.some(Bearing.make(code / 10))))

/** Whole degrees; 511 is not available. */
export const headingOf = lookUpIn(makeTable(360, (code) => Option.some(Bearing.make(code))))

/** Seconds of a minute; 60 is not available, 61 to 63 describe the positioning mode. */
export const secondOf = lookUpIn(makeTable(60, (code) => Option.some(code)))

const ratesOfTurn = makeTable(256, (code) =>
  code === 128 ? Option.none() : Option.some(code < 128 ? code : code - 256)
)

/** Rates of turn as sent, -127 to 127; -128 is not available. */
export const rateOfTurnOf = (code: number): Option.Option<number> => ratesOfTurn[code & 255] ?? Option.none()

/** 15 is not defined. */
export const statusOf: (code: number) => Option.Option<Status> = lookUpIn(NavigationStatus.literals.map(Option.some))

/** 0 is not available; codes above 99 are undefined. */
export const shipTypeOf = lookUpIn(
  makeTable(100, (code) => (code === 0 ? Option.none() : Option.some(AisShipType.make(code))))
)

/** Months from 1, days from 1: 0 is not available. */
export const monthOf = lookUpIn(makeTable(13, (code) => (code === 0 ? Option.none() : Option.some(code))))
export const dayOf = lookUpIn(makeTable(32, (code) => (code === 0 ? Option.none() : Option.some(code))))
/** 24 is not available. */
export const hourOf = lookUpBelow(24, (code) => code)
/** 60 is not available. */
export const minuteOf = lookUpBelow(60, (code) => code)

/** Above 0; 0 is not available. */
export const metresOf = (length: number): Option.Option<Metres> =>
  length > 0 && Number.isFinite(length) ? Option.some(Metres.make(length)) : Option.none()

/** An empty text is none. */
export const nonEmptyText = (text: string): Option.Option<string> => (text === "" ? Option.none() : Option.some(text))
