import type { Port } from "@landfall/core/geo/Port"
import { loadPorts } from "@landfall/sea/BundledNetwork"

/** The ports that ships reach. */
export const reachablePorts = (): ReadonlyArray<Port> => {
  const { ports, accessPoints } = loadPorts()
  return [...ports.values()].filter(({ code }) => accessPoints.has(code))
}

/** A step through all pairs that meets none of them twice, and comes to each port about as often. */
const STRIDE = 1_000_003

/** A voyage from one port to another. */
export interface PortPair {
  readonly from: Port["code"]
  readonly to: Port["code"]
}

/** About `count` pairs of ports, none of them twice, nor any that begins with a `first` at least `count` away. */
export const samplePortPairs = (ports: ReadonlyArray<Port>, count: number, first: number): ReadonlyArray<PortPair> =>
  Array.from({ length: count }, (_, index) => {
    const place = ((first + index) * STRIDE) % ports.length ** 2
    const from = ports[place % ports.length]
    const to = ports[Math.floor(place / ports.length)]
    return from === undefined || to === undefined || from === to ? [] : [{ from: from.code, to: to.code }]
  }).flat()
