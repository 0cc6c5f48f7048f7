import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { ContainerNumber, checkDigit } from "../../../src/tracking/references/ContainerNumber.ts"
import { findSealine, proposeSealines, Scac, sealines } from "../../../src/tracking/references/Sealine.ts"

const boxOf = (owner: string): ContainerNumber => ContainerNumber.make(`${owner}123456${checkDigit(`${owner}123456`)}`)

describe("sealines", () => {
  it("lists each code once, with a name and at least the reference type CT", () => {
    assert.strictEqual(new Set(sealines.map((sealine) => sealine.scac)).size, sealines.length)
    for (const sealine of sealines) {
      assert.isAbove(sealine.name.length, 0)
      assert.include(sealine.kinds, "CT")
    }
  })

  it("has owner codes in the format of container numbers", () => {
    for (const owner of sealines.flatMap((sealine) => sealine.ownerCodes)) {
      assert.isTrue(Schema.is(ContainerNumber)(boxOf(owner)), owner)
    }
  })

  it("finds a carrier by its code, and none for an unknown code", () => {
    assert.deepStrictEqual(
      Option.map(findSealine(Scac.make("HLCU")), (line) => line.name),
      Option.some("Hapag-Lloyd")
    )
    assert.deepStrictEqual(findSealine(Scac.make("XXXX")), Option.none())
  })
})

describe("proposeSealines", () => {
  it("returns the owners of a container, the likeliest first", () => {
    const proposals = {
      MSKU: "MAEU",
      MEDU: "MSCU",
      CGMU: "CMDU",
      HLBU: "HLCU",
      ONEU: "ONEY",
      EISU: "EGLV",
      OOLU: "OOLU"
    }
    for (const [owner, scac] of Object.entries(proposals)) {
      assert.strictEqual(proposeSealines(boxOf(owner))[0], scac, owner)
    }
    assert.deepStrictEqual([...proposeSealines(boxOf("SUDU"))], ["MAEU", "SUDU"])
  })

  it("returns none for containers of leasing companies and of unknown owners", () => {
    for (const owner of ["TCLU", "TGHU", "TEMU", "QQQU"]) assert.deepStrictEqual([...proposeSealines(boxOf(owner))], [])
  })
})
