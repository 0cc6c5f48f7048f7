import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { type Port, PortNotFound } from "@landfall/core/geo/Port"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Layer, Option } from "effect"
import { loadPorts } from "./BundledNetwork.ts"
import { searchPorts, suggestCodes } from "./PortSearch.ts"
import { type PortTable, portOf } from "./PortTable.ts"

/** The port of a code, or why there is none. */
export const findPort = (table: PortTable, code: Unlocode): Effect.Effect<Port, PortNotFound> =>
  Option.match(portOf(table, code), {
    onNone: () => Effect.fail(new PortNotFound({ code, suggestions: suggestCodes(table, code) })),
    onSome: Effect.succeed
  })

/** A gazetteer of whatever table is current when it is asked. */
export const gazetteerOf = (current: Effect.Effect<PortTable>): Gazetteer["Service"] => ({
  get: (code) => Effect.flatMap(current, (table) => findPort(table, code)),
  search: (text, limit) => Effect.map(current, (table) => searchPorts(table, text, limit)),
  suggestCodes: (code) => Effect.map(current, (table) => suggestCodes(table, code)),
  all: Effect.map(current, ({ ports }) => [...ports.values()])
})

/** A gazetteer of the ports in the package. */
export const layer = Layer.sync(Gazetteer, () => gazetteerOf(Effect.succeed(loadPorts())))
