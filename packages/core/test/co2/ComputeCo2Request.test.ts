import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { ComputeCo2Request, VoyageSpeed } from "../../src/co2/ComputeCo2Request.ts"
import { describeFault } from "../../src/faults/Fault.ts"
import { parse } from "../../src/faults/Parse.ts"
import { Passage } from "../../src/geo/Passage.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { identityOf } from "../../src/vessels/VesselIdentity.ts"
import { requests } from "./co2Arbitraries.ts"

const voyage = { vessel: { imo: 9706906, speed: 13 }, departure: { portCode: "FRLEH" }, arrival: { portCode: "ESBCN" } }

const messagesIn = (input: unknown): ReadonlyArray<string> =>
  Result.match(parse(ComputeCo2Request)(input), {
    onFailure: (faults) => faults.map((fault) => describeFault(fault)),
    onSuccess: () => []
  })

const Fraction = Schema.Finite.check(Schema.isBetween({ minimum: -5, maximum: 60 }))
const Passages = Schema.Array(Passage).check(Schema.isMaxLength(4), Schema.isUnique())

describe("a request for the emissions of a voyage", () => {
  it("retains the vessel and the port codes as they were sent", () => {
    for (const vessel of [{ imo: 9706906 }, { mmsi: 228339600, speed: 25 }]) {
      const sent = { ...voyage, vessel, departure: { portCode: "fr leh" }, arrival: { portCode: " esbcn" } }
      expect(parse(ComputeCo2Request)(sent)).toEqual(Result.succeed(sent))
    }
  })

  it("names the number that a vessel's number in quotes should be", () => {
    const messageOf = (vessel: object) => messagesIn({ ...voyage, vessel })
    const imo = "$.vessel.imo must be an IMO number: 7 digits, such as 9706906, got"
    const mmsi =
      "$.vessel.mmsi must be the MMSI of a vessel: 9 digits, the first of them 2 to 7, such as 228339600, got"
    expect(messageOf({ imo: "9706906" })).toEqual([`${imo} "9706906"; send 9706906 without quotes`])
    expect(messageOf({ mmsi: "228339600" })).toEqual([`${mmsi} "228339600"; send 228339600 without quotes`])
    expect(messageOf({ imo: "9706905" })).toEqual([
      `${imo} "9706905"`,
      "$.vessel.imo must end in its check digit 6, got 9706905"
    ])
    expect(messageOf({ imo: "IMO 9706906" })).toEqual([`${imo} "IMO 9706906"`])
    expect(messageOf({ imo: null })).toEqual([`${imo} null`])
  })

  it.prop("resolves a vessel to one identity", [requests], ([{ vessel }]) => {
    const identity = identityOf(vessel)
    expect(identity._tag === "Imo" ? identity.imo : identity.mmsi).toBe(String(vessel.imo ?? vessel.mmsi))
  })

  it.prop("has a speed of more than 0 and at most 25 knots", [Fraction], ([speed]) => {
    const fits = speed > 0 && speed <= 25
    expect(Schema.is(VoyageSpeed)(speed)).toBe(fits)
    const rule = "$.vessel.speed must be more than 0 and at most 25 knots"
    expect(messagesIn({ ...voyage, vessel: { imo: 9706906, speed } })).toEqual(fits ? [] : [`${rule}, got ${speed}`])
  })

  it("rejects a speed of 0, below 0, of 25.01, NaN, or as a string, each with a specific sentence", () => {
    const messageOf = (speed: unknown) => messagesIn({ ...voyage, vessel: { imo: 9706906, speed } })
    const rule = "$.vessel.speed must be more than 0 and at most 25 knots, got"
    expect(messageOf(0)).toEqual([`${rule} 0`])
    expect(messageOf(-1)).toEqual([`${rule} -1`])
    expect(messageOf(25.01)).toEqual([`${rule} 25.01`])
    expect(messageOf(Number.NaN)).toEqual(["$.vessel.speed must be a finite number, got NaN"])
    expect(messageOf("13")).toEqual(['$.vessel.speed must be a number, got "13"; send 13 without quotes'])
    expect(messageOf(null)).toEqual(["$.vessel.speed must be a number, got null"])
  })

  it.prop(
    "requires exactly one of imo and mmsi, whatever other faults there are",
    [Schema.Boolean, Schema.Boolean, Fraction],
    ([imo, mmsi, speed]) => {
      const vessel = { ...(imo ? { imo: 9706906 } : {}), ...(mmsi ? { mmsi: 228339600 } : {}), speed }
      const messages = messagesIn({ ...voyage, vessel })
      const rule = "$.vessel must name the vessel by exactly one of imo and mmsi, and has"
      expect(messages.filter((message) => message.startsWith("$.vessel must"))).toEqual(
        imo === mmsi ? [`${rule} ${imo ? "both" : "neither"}`] : []
      )
      expect(messages.some((message) => message.startsWith("$.vessel.speed"))).toBe(speed <= 0 || speed > 25)
    }
  )

  it.prop(
    "requires two different ports, in any letter case",
    [Unlocode, Unlocode, Schema.Boolean],
    ([from, other, same]) => {
      const to = same ? ` ${from.toLowerCase()}` : other
      const messages = messagesIn({ ...voyage, departure: { portCode: from }, arrival: { portCode: to } })
      expect(messages).toEqual(
        same || from === other ? [`$.arrival.portCode must be another port than the departure's, got "${to}"`] : []
      )
    }
  )

  it.prop("requires no passage that it avoids", [Passages, Passages], ([avoid, require]) => {
    const both = require.filter((passage) => avoid.includes(passage))
    expect(messagesIn({ ...voyage, options: { avoid, require } })).toEqual(
      both.map(
        (passage) => `$.options.require[${require.indexOf(passage)}] must not be avoided as well, got "${passage}"`
      )
    )
  })

  it("reports all its faults together", () => {
    expect(
      messagesIn({
        vessel: { speed: 30 },
        departure: { portCode: "NLRTM" },
        arrival: { portCode: "nlrtm" },
        options: { avoid: ["suez", "panma"], require: ["suez"], cargo: "wet" },
        note: "x"
      })
    ).toEqual([
      "$.note is not a known property; known properties: vessel, departure, arrival, options",
      "$.vessel.speed must be more than 0 and at most 25 knots, got 30",
      "$.vessel must name the vessel by exactly one of imo and mmsi, and has neither",
      '$.options.avoid[1] must be one of 30 known values, got "panma"; did you mean "panama"?',
      '$.options.cargo must be "dry" or "reefer", got "wet"',
      '$.options.require[0] must not be avoided as well, got "suez"',
      '$.arrival.portCode must be another port than the departure\'s, got "nlrtm"'
    ])
  })

  it("states the correct check digit of an IMO number", () => {
    expect(messagesIn({ ...voyage, vessel: { imo: 9706905 } })).toEqual([
      "$.vessel.imo must end in its check digit 6, got 9706905"
    ])
  })

  it("lists each passage once; repeated ones are reported together with other faults of the list", () => {
    expect(messagesIn({ ...voyage, options: { avoid: ["suez", "suez"] } })).toEqual([
      '$.options.avoid[1] must be unique in the list, got "suez"'
    ])
    expect(messagesIn({ ...voyage, options: { require: ["suez", "sues", "suez"] } })).toEqual([
      '$.options.require[1] must be one of 30 known values, got "sues"; did you mean "suez"?',
      '$.options.require[2] must be unique in the list, got "suez"'
    ])
  })

  it("reports a list longer than all passages once, not once for each item", () => {
    const avoid = Array.from({ length: Passage.literals.length + 1 }, () => "suez")
    expect(messagesIn({ ...voyage, options: { avoid } })).toEqual([
      "$.options.avoid must name at most 30 passages, which are all, got 31 items"
    ])
    expect(messagesIn({ ...voyage, options: { avoid: Passage.literals } })).toEqual([])
  })

  it("requires at most four passages", () => {
    const require = ["suez", "panama", "kiel", "dover"]
    expect(messagesIn({ ...voyage, options: { require } })).toEqual([])
    expect(messagesIn({ ...voyage, options: { require: [...require, "gibraltar"] } })).toEqual([
      "$.options.require must name at most 4 passages, got 5 items"
    ])
  })
})
