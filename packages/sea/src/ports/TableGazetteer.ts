import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { type Port, PortNotFound } from "@landfall/core/geo/Port"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Layer, Option } from "effect"
import { loadPorts } from "./BundledPorts.ts"
import { searchPorts, suggestCodes } from "./PortSearch.ts"
import { type PortTable, portOf } from "./PortTable.ts"

export type { PortTable } from "./PortTable.ts"

/** Returns the port of a code; fails with suggestions when there is none. */
export const findPort = (table: PortTable, code: Unlocode): Effect.Effect<Port, PortNotFound> =>
  Option.match(portOf(table, code), {
    onNone: () => Effect.fail(new PortNotFound({ code, suggestions: suggestCodes(table, code) })),
    onSome: Effect.succeed
  })

/** Makes a gazetteer on a table that may change. */
export const gazetteerOf = (current: Effect.Effect<PortTable>): Gazetteer["Service"] => ({
  get: (code) => Effect.flatMap(current, (table) => findPort(table, code)),
  search: (text, limit) => Effect.map(current, (table) => searchPorts(table, text, limit)),
  suggestCodes: (code) => Effect.map(current, (table) => suggestCodes(table, code)),
  all: Effect.map(current, ({ ports }) => [...ports.values()]),
  aliases: Effect.map(current, ({ aliases }) => aliases)
})

/** Implements `Gazetteer` on the bundled ports. */
export const layer = Layer.sync(Gazetteer, () => gazetteerOf(Effect.succeed(loadPorts())))
