import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { readAs } from "./decodeMessage.ts"
import type { Field } from "./encodeSentences.ts"

const CLASS_B_PLACE: ReadonlyArray<Field> = [
  [1, 2],
  [338_087_471, 30],
  [248, 8],
  [51, 10],
  [1, 1],
  [Math.round(-72.2338483 * 600_000), 28],
  [Math.round(39.480925 * 600_000), 27],
  [349, 12],
  [511, 9],
  [17, 6]
]

describe("a class B vessel", () => {
  it("sends its position in type 18", () => {
    const message = readAs(18, [
      [18, 6],
      ...CLASS_B_PLACE,
      [2, 2],
      [1, 1],
      [0, 1],
      [1, 1],
      [1, 1],
      [0, 1],
      [0, 1],
      [1, 1],
      [917_510, 20]
    ])
    assert.deepInclude(message, {
      repeat: 1,
      mmsi: 338_087_471,
      reserved: 248,
      regional: 2,
      isCarrierSense: true,
      hasDisplay: false,
      hasDsc: true,
      usesFullBand: true,
      acceptsMessage22: false,
      isAssigned: false,
      raim: true,
      communicationState: 917_510,
      isAccurate: true
    })
    assert.deepStrictEqual<unknown>([message.speed, message.heading], [Option.some(5.1), Option.none()])
  })

  it("sends its position and static data in type 19", () => {
    const message = readAs(19, [
      [19, 6],
      ...CLASS_B_PLACE,
      [4, 4],
      ["CAPT.J.RIMES", 120],
      [70, 8],
      [5, 9],
      [21, 9],
      [4, 6],
      [3, 6],
      [1, 4],
      [0, 1],
      [0, 1],
      [1, 1],
      [0, 4]
    ])
    assert.deepInclude(message, {
      regional: 4,
      name: "CAPT.J.RIMES",
      shipType: 70,
      bowMetres: 5,
      sternMetres: 21,
      portMetres: 4,
      starboardMetres: 3,
      positionFixingDevice: 1,
      raim: false,
      isTerminalReady: true,
      isAssigned: true
    })
  })

  it("sends its name in part A of type 24, of either length, and the rest in part B", () => {
    const sent: ReadonlyArray<Field> = [
      [24, 6],
      [0, 2],
      [271_041_815, 30]
    ]
    assert.deepInclude(readAs(24, [...sent, [0, 2], ["PROGUY", 120]]), { part: "A", name: "PROGUY" })
    assert.deepInclude(readAs(24, [...sent, [0, 2], ["PROGUY", 120], [0, 8]]), { part: "A", name: "PROGUY" })
    const partB = readAs(24, [
      ...sent,
      [1, 2],
      [60, 8],
      ["1D0", 18],
      [12, 4],
      [199_796, 20],
      ["TC6163", 42],
      [0, 9],
      [15, 9],
      [0, 6],
      [5, 6],
      [0, 6]
    ])
    assert.deepInclude(partB, {
      part: "B",
      shipType: 60,
      vendor: "1D0",
      unitModel: 12,
      serial: 199_796,
      callSign: "TC6163",
      sternMetres: 15,
      starboardMetres: 5,
      mothership: Option.none()
    })
  })

  it("that is an auxiliary craft sends the MMSI of its mothership in place of dimensions", () => {
    const message = readAs(24, [
      [24, 6],
      [0, 2],
      [982_345_678, 30],
      [1, 2],
      [36, 8],
      ["ABC", 18],
      [0, 24],
      ["", 42],
      [228_339_600, 30],
      [0, 6]
    ])
    assert.deepInclude(message, { bowMetres: 0, mothership: Option.some(228_339_600) })
  })
})
