import type { Port } from "@landfall/core/geo/Port"
import { loadPorts } from "@landfall/sea/ports/BundledPorts"

/** The ports with an access point to the sea network. */
export const reachablePorts = (): ReadonlyArray<Port> => {
  const { ports, accessPoints } = loadPorts()
  return [...ports.values()].filter(({ code }) => accessPoints.has(code))
}

/** The step through all pairs, which visits no pair twice and each port about equally often. */
const STRIDE = 1_000_003

/** A voyage from one port to another. */
export interface PortPair {
  readonly from: Port["code"]
  readonly to: Port["code"]
}

/** About `count` different pairs of ports. Two calls whose `first` differ by `count` or more have no pair in common. */
export const samplePortPairs = (ports: ReadonlyArray<Port>, count: number, first: number): ReadonlyArray<PortPair> =>
  Array.from({ length: count }, (_, index) => {
    const position = ((first + index) * STRIDE) % ports.length ** 2
    const from = ports[position % ports.length]
    const to = ports[Math.floor(position / ports.length)]
    return from === undefined || to === undefined || from === to ? [] : [{ from: from.code, to: to.code }]
  }).flat()
