import type { SeaNetwork } from "../src/network/SeaNetwork.ts"
import type { PortRow } from "./data/ports.ts"
import type { Harbour } from "./harbours.ts"
import type { Lane } from "./waterways.ts"

const pushNumber = (bytes: Array<number>, value: number): void => {
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

const pushSigned = (bytes: Array<number>, value: number): void =>
  pushNumber(bytes, value < 0 ? -2 * value - 1 : 2 * value)

/**
 * Packs the nodes from the bottom of the hierarchy to its top, each with its position and upward legs (see
 * `SeaNetwork`).
 */
export const packNodes = (network: SeaNetwork): string => {
  const bytes: Array<number> = []
  for (let node = 0; node < network.lon.length; node++) {
    pushSigned(bytes, Math.round((network.lon[node] ?? 0) * 1e4))
    pushSigned(bytes, Math.round((network.lat[node] ?? 0) * 1e4))
    const end = network.start[node + 1] ?? 0
    pushNumber(bytes, end - (network.start[node] ?? 0))
    let before = node
    for (let leg = network.start[node] ?? 0; leg < end; leg++) {
      const to = network.to[leg] ?? 0
      const middle = network.middle[leg] ?? -1
      pushNumber(bytes, to - before)
      pushNumber(bytes, middle < 0 ? 0 : node - middle)
      if (middle < 0) pushNumber(bytes, Math.round((network.cost[leg] ?? 0) * 100))
      before = to
    }
  }
  return Buffer.from(bytes).toString("base64")
}

export interface NetworkParts {
  readonly network: SeaNetwork
  /** The node of a corner; -1 when it has none. */
  readonly nodeOf: (corner: number) => number
  readonly lanes: ReadonlyArray<Lane>
  readonly harbours: ReadonlyArray<Harbour>
  readonly ports: ReadonlyArray<PortRow>
}

const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits))

const HEADER = "// Written by scripts/build.ts: change the data it is built from, not this file."

/** Writes the network and the ports as the sources of two JavaScript modules: who looks up a port loads no network. */
export const writeModules = ({ harbours, lanes, network, nodeOf, ports }: NetworkParts) => {
  const harbourOf = new Map(harbours.map((harbour) => [harbour.code, harbour]))
  const laneRows = lanes.map(({ from, lengthNm, passage, points, to }) =>
    JSON.stringify([passage, nodeOf(from), nodeOf(to), roundTo(lengthNm, 2), points.flat().map((x) => roundTo(x, 4))])
  )
  const portRows = ports.map(({ code, lat, lon, name }) => {
    const harbour = harbourOf.get(code)
    const berth = harbour === undefined ? [-1, 0] : [nodeOf(harbour.node), roundTo(harbour.accessNm, 2)]
    return JSON.stringify([code, name, roundTo(lon, 4), roundTo(lat, 4), ...berth])
  })
  return {
    network: `${HEADER}\nexport const lanes = [\n${laneRows.join(",\n")}\n]\nexport const nodes = "${packNodes(network)}"\n`,
    ports: `${HEADER}\nexport const ports = [\n${portRows.join(",\n")}\n]\n`
  }
}
