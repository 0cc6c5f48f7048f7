import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { EmissionFactor } from "../../../src/co2/lanes/EmissionFactor.ts"
import { factorKey, factorTable, findFactor } from "../../../src/co2/lanes/FactorTable.ts"
import { laterEditionFactors, publishedFactors } from "../../../src/co2/lanes/PublishedFactors.ts"
import type { LaneGroup, LaneName } from "../../../src/co2/lanes/TradeLane.ts"
import { formatPath } from "../../../src/faults/Fault.ts"
import { parse } from "../../../src/faults/Parse.ts"

const decode = Schema.decodeUnknownSync(EmissionFactor)

const own = (scope: string, name: string, wtwGramsPerTeuKm: number) =>
  decode({ scope, name, cargo: "dry", wtwGramsPerTeuKm, edition: "Own 2024" })

const used = (
  name: LaneName,
  group: LaneGroup,
  cargo: "dry" | "reefer",
  factors: ReadonlyArray<EmissionFactor> = []
) => {
  const { factor } = findFactor(factorTable(factors), { name, group }, cargo)
  return [factor.scope, factor.name, factor.wtwGramsPerTeuKm, factor.edition]
}

describe("the published factors", () => {
  it("are valid, with one for each lane, group and cargo", () => {
    for (const factor of publishedFactors) expect(Schema.is(EmissionFactor)(factor), factorKey(factor)).toBe(true)
    expect(new Set(publishedFactors.map(factorKey)).size).toBe(publishedFactors.length)
  })
})

describe("every published factor", () => {
  it("names its source and its confidence, and later editions repeat nothing of 2019", () => {
    const knownKeys = new Set(publishedFactors.map(factorKey))
    for (const factor of [...publishedFactors, ...laterEditionFactors]) {
      expect(factor.source).not.toBe("")
      expect(["high", "medium"]).toContain(factor.confidence)
    }
    for (const factor of laterEditionFactors) expect(knownKeys.has(factorKey(factor)), factorKey(factor)).toBe(false)
  })
})

describe("the factor of a lane", () => {
  const GLEC = "GLEC Framework v2.0 (2019), Clean Cargo"
  const ADEME = "ADEME Base Carbone 2020, after GLEC 2019"

  it("is that of the lane, else of its group, else the industry average", () => {
    expect(used("Europe - Africa", "Other", "dry")).toEqual(["lane", "Europe - Africa", 109, ADEME])
    expect(used("North Europe - North America East Coast/Gulf", "Transatlantic", "dry")).toEqual([
      "group",
      "Transatlantic",
      107,
      ADEME
    ])
    expect(used("Asia - North Europe", "Trans-Suez", "dry")).toEqual(["industry", "industry average", 76, GLEC])
    expect(used("Asia - Oceania", "Panama", "reefer")).toEqual(["industry", "industry average", 145, GLEC])
  })

  it("is that of a later edition when the edition of 2019 has none for the lane and its group, and states that", () => {
    const chosen = findFactor(factorTable([]), { name: "Asia - North America East Coast/Gulf", group: "Panama" }, "dry")
    expect(chosen).toMatchObject({ choice: "laterEdition", confidence: "medium" })
    expect([chosen.factor.scope, chosen.factor.name, chosen.factor.wtwGramsPerTeuKm]).toEqual(["group", "Panama", 80.4])
    expect(chosen.source).toContain("v3.1")
    expect(findFactor(factorTable([]), { name: "Asia - North Europe", group: "Trans-Suez" }, "dry")).toMatchObject({
      choice: "industryAverage",
      confidence: "high"
    })
    const supplied = findFactor(
      factorTable([own("lane", "Asia - North Europe", 50)]),
      { name: "Asia - North Europe", group: "Trans-Suez" },
      "dry"
    )
    expect(supplied).toMatchObject({ choice: "operator", confidence: "operator" })
  })

  it("is an operator-supplied one before a published one, in all three scopes", () => {
    const table = [own("industry", "industry average", 60), own("lane", "Asia - North Europe", 50)]
    expect(used("Asia - North Europe", "Trans-Suez", "dry", table)).toEqual([
      "lane",
      "Asia - North Europe",
      50,
      "Own 2024"
    ])
    expect(used("Europe - Africa", "Other", "dry", table)).toEqual(["industry", "industry average", 60, "Own 2024"])
    expect(used("Europe - Africa", "Other", "reefer", table)).toEqual(["lane", "Europe - Africa", 185, ADEME])
  })
})

describe("a factor", () => {
  const messages = (changes: object) =>
    Result.match(
      parse(EmissionFactor)({
        scope: "group",
        name: "Panama",
        cargo: "dry",
        wtwGramsPerTeuKm: 70,
        edition: "E",
        ...changes
      }),
      { onSuccess: () => [], onFailure: (faults) => faults.map(({ path }) => formatPath("$", path)) }
    )

  it("has a name of its scope, is more than 0, and has no part larger than the whole", () => {
    expect(messages({})).toEqual([])
    expect(messages({ name: "Asia - Oceania" })).toEqual(["$.name"])
    expect(messages({ wtwGramsPerTeuKm: 0 })).toEqual(["$.wtwGramsPerTeuKm"])
    expect(messages({ ttwGramsPerTeuKm: 71 })).toEqual(["$.ttwGramsPerTeuKm"])
    expect(messages({ scope: "lane", name: "x", edition: "" })).toEqual(["$.edition", "$.name"])
  })
})
