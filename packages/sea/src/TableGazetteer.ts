import { nearest } from "@landfall/core/faults/Nearest"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { type Port, PortUnknown } from "@landfall/core/geo/Port"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Layer, Option } from "effect"
import { loadPorts } from "./load.ts"
import { type PortTable, portOf } from "./PortTable.ts"

const MAX_FOUND = 100

/** Letters without their marks, in small: Gdańsk is found as gdansk. */
const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/** How well a port answers a search, smaller is better; none when it does not. */
const rankOf = (port: Port, sought: string): Option.Option<number> => {
  const code = port.code.toLowerCase()
  const name = folded(port.name)
  if (code === sought) return Option.some(0)
  if (name === sought) return Option.some(1)
  if (code.startsWith(sought)) return Option.some(2)
  if (name.startsWith(sought)) return Option.some(3)
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(sought))) return Option.some(4)
  return name.includes(sought) ? Option.some(5) : Option.none()
}

/** Ports whose code or name begins with, or holds, `text`: best first, at most `limit` (1 to 100). */
export const searchPorts = (table: PortTable, text: string, limit: number): ReadonlyArray<Port> => {
  const sought = folded(text.trim())
  if (sought === "") return []
  const found: Array<{ readonly port: Port; readonly rank: number }> = []
  for (const port of table.ports.values()) {
    const rank = rankOf(port, sought)
    if (Option.isSome(rank)) found.push({ port, rank: rank.value })
  }
  return found
    .sort((a, b) => a.rank - b.rank || (a.port.name < b.port.name ? -1 : 1))
    .slice(0, Math.max(1, Math.min(MAX_FOUND, limit)))
    .map(({ port }) => port)
}

/** Up to three codes that look like a wrong one: of the same country first, since its letters are seldom the mistake. */
export const nearestCodes = (table: PortTable, code: string): ReadonlyArray<Unlocode> => {
  const upper = code.trim().toUpperCase()
  const codes = [...table.ports.values()].map((port) => port.code)
  const ofCountry = codes.filter((other) => other.startsWith(upper.slice(0, 2)))
  const near = [...nearest(upper, ofCountry), ...nearest(upper, codes)]
  return [...new Set(near)].slice(0, 3).flatMap((other) => codes.filter((known) => known === other))
}

/** The port of a code, or why there is none. */
export const findPort = (table: PortTable, code: Unlocode): Effect.Effect<Port, PortUnknown> =>
  Option.match(portOf(table, code), {
    onNone: () => Effect.fail(new PortUnknown({ code, suggestions: nearestCodes(table, code) })),
    onSome: Effect.succeed
  })

/** A gazetteer of the ports in the package. */
export const layer = Layer.sync(Gazetteer, () => {
  const table = loadPorts()
  return Gazetteer.of({
    get: (code) => findPort(table, code),
    search: (text, limit) => Effect.sync(() => searchPorts(table, text, limit)),
    nearest: (code) => Effect.sync(() => nearestCodes(table, code)),
    all: Effect.sync(() => [...table.ports.values()])
  })
})
