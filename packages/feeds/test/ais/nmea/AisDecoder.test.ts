import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { degreesPerMinute } from "../../../src/ais/messages/AisMessage.ts"
import { readMessage } from "../../../src/ais/nmea/AisDecoder.ts"
import { read, readAs } from "../decodeMessage.ts"
import { classA, type Field, sextetsOf, voyage } from "../encodeSentences.ts"

const upTo = (maximum: number, minimum = 0) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("a class A position", () => {
  it.prop(
    "has the values that were sent",
    [upTo(1_022), upTo(3_599), upTo(359), upTo(108_000_000, -108_000_000), upTo(54_000_000, -54_000_000)],
    ([speed, course, heading, longitude, latitude]) => {
      const message = readAs(1, classA({ speed, course, heading, longitude, latitude }))
      assert.deepStrictEqual<unknown>(message.speed, Option.some(speed / 10))
      assert.deepStrictEqual<unknown>(message.course, Option.some(course / 10))
      assert.deepStrictEqual<unknown>(message.heading, Option.some(heading))
      assert.deepStrictEqual<unknown>(
        message.position,
        Option.some({ latitude: latitude / 600_000, longitude: longitude / 600_000 })
      )
    }
  )

  it("has no value where the field is not available", () => {
    const message = readAs(
      3,
      classA({
        type: 3,
        turn: -128,
        speed: 1_023,
        longitude: 181 * 600_000,
        latitude: 91 * 600_000,
        course: 3_600,
        heading: 511,
        second: 60
      })
    )
    for (const value of [
      message.rateOfTurn,
      message.speed,
      message.position,
      message.course,
      message.heading,
      message.utcSecond
    ]) {
      assert.deepStrictEqual<unknown>(value, Option.none())
    }
    assert.isFalse(message.isOutOfRange)
  })

  it("has no value where the field is out of range", () => {
    const message = readAs(2, classA({ type: 2, longitude: -220 * 600_000, course: 4_095, heading: 480 }))
    assert.deepStrictEqual<unknown>(
      [message.position, message.course, message.heading],
      [Option.none(), Option.none(), Option.none()]
    )
    assert.isTrue(message.isOutOfRange)
  })

  it("has no position when one coordinate is not available", () => {
    const message = readAs(1, classA({ latitude: 91 * 600_000 }))
    assert.deepStrictEqual<unknown>(message.position, Option.none())
    assert.isFalse(message.isOutOfRange)
  })

  it("has a rate of turn of (sent value / 4.733) squared", () => {
    assert.strictEqual(degreesPerMinute(0), 0)
    assert.approximately(degreesPerMinute(126) ?? 0, 708.7, 0.1)
    assert.approximately(degreesPerMinute(-20) ?? 0, -17.9, 0.1)
    assert.strictEqual(degreesPerMinute(127), undefined)
    assert.strictEqual(degreesPerMinute(-127), undefined)
  })

  it("may lack the last bits of its radio state, as its fill bits specify", () => {
    const sextets = Uint8Array.from(sextetsOf(classA({ radio: 34_463 })))
    const radioWithout = (fillBits: number) => {
      const message = readMessage(sextets, sextets.length, fillBits)
      return typeof message !== "string" && message.type === 1 ? message.communicationState : undefined
    }
    assert.deepStrictEqual([radioWithout(0), radioWithout(5)], [34_463, 34_463 >> 5])
  })
})

describe("voyage data", () => {
  it("give the vessel and its destination", () => {
    assert.deepStrictEqual<unknown>(readAs(5, voyage({})), {
      type: 5,
      repeat: 0,
      mmsi: 228_339_600,
      aisVersion: 0,
      imo: 9_706_906,
      callSign: "FLSU",
      name: "EVER ONWARD",
      shipType: 71,
      bowMetres: 225,
      sternMetres: 175,
      portMetres: 30,
      starboardMetres: 29,
      positionFixingDevice: 1,
      eta: { month: Option.some(5), day: Option.some(15), hour: Option.some(14), minute: Option.some(0) },
      draughtMetres: 12.2,
      destination: "NLRTM",
      isTerminalReady: true
    })
  })

  it("may lack the last bits, which some transmitters omit", () => {
    assert.strictEqual(readAs(5, voyage({}).slice(0, -2)).destination, "NLRTM")
  })

  it("have no time of arrival when it is not available or does not exist", () => {
    for (const eta of [
      [0, 0, 24, 60],
      [14, 0, 31, 63]
    ] as const) {
      assert.deepStrictEqual<unknown>(readAs(5, voyage({ eta })).eta, {
        month: Option.none(),
        day: Option.none(),
        hour: Option.none(),
        minute: Option.none()
      })
    }
  })
})

describe("a long-range position", () => {
  const longRange = (speed: number, course: number, longitude: number): ReadonlyArray<Field> => [
    [27, 6],
    [1, 2],
    [206_914_217, 30],
    [1, 1],
    [0, 1],
    [2, 4],
    [longitude * 600, 18],
    [Math.round(4.84 * 600), 17],
    [speed, 6],
    [course, 9],
    [0, 1],
    [0, 1]
  ]

  it("is in tenths of minutes, whole knots and whole degrees", () => {
    const message = readAs(27, longRange(57, 167, -137))
    assert.deepInclude(message, { repeat: 1, mmsi: 206_914_217, isAccurate: true, status: 2, isSatelliteFix: true })
    assert.deepStrictEqual<unknown>([message.speed, message.course], [Option.some(57), Option.some(167)])
    assert.deepStrictEqual<unknown>(message.position, Option.some({ latitude: 4.84, longitude: -137 }))
  })

  it("has no value where the field is not available", () => {
    const message = readAs(27, longRange(63, 511, 181))
    assert.deepStrictEqual<unknown>(
      [message.speed, message.course, message.position],
      [Option.none(), Option.none(), Option.none()]
    )
  })
})

describe("a message", () => {
  it("of another type gives its sender", () => {
    for (const type of [4, 9, 21] as const) {
      assert.deepStrictEqual<unknown>(
        read([
          [type, 6],
          [3, 2],
          [2_655_651, 30],
          [0, 100]
        ]),
        { type, repeat: 3, mmsi: 2_655_651 }
      )
    }
  })

  it("of an invalid type is rejected", () => {
    for (const type of [0, 28, 63]) {
      assert.strictEqual(
        read([
          [type, 6],
          [0, 162]
        ]),
        "unknown_message_type"
      )
    }
  })

  it("shorter than its type requires is rejected, never read as zeros", () => {
    assert.strictEqual(readMessage(new Uint8Array(0), 0), "message_too_short")
    for (const [type, bits] of [
      [1, 168],
      [5, 420],
      [18, 168],
      [19, 306],
      [24, 160],
      [27, 96]
    ] as const) {
      const rest = bits - 6 - 6
      assert.strictEqual(
        read([
          [type, 6],
          [0, rest]
        ]),
        "message_too_short",
        `type ${type}`
      )
    }
  })
})
