import { describe, expect, it } from "vitest"
import { undocumentedExports, undocumentedMethods, undocumentedPublicExports } from "../checks/docComments.mjs"

describe("doc comments", () => {
  it("precede every export of every public module, and every method of its services", () => {
    expect(undocumentedPublicExports()).toEqual([])
  })

  it("are reported as missing where an export has none, and shared by a schema and its type", () => {
    const text = [
      "/** A port. */",
      "export const Port = 1",
      "export type Port = typeof Port",
      "",
      "export interface Berth {}",
      "/** Not directly before. */",
      "",
      "export abstract class Crane {}",
      "const local = 1"
    ].join("\n")
    expect(undocumentedExports(text)).toEqual([
      { name: "Berth", line: 5 },
      { name: "Crane", line: 8 }
    ])
  })

  it("are reported as missing where a method of a service has none", () => {
    const text = [
      "export class Cranes extends Context.Service<",
      "  Cranes,",
      "  {",
      "    /** Lifts a container. */",
      "    readonly lift: Effect.Effect<void>",
      "    readonly lower: Effect.Effect<void>",
      "  }",
      '>()("Cranes") {',
      "  readonly later: number",
      "}"
    ].join("\n")
    expect(undocumentedMethods(text)).toEqual([{ name: "lower", line: 6 }])
  })
})
