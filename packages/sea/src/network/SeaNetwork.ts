import type { Passage } from "@landfall/core/geo/Passage"

/** A lane through a passage, from one node to another. `points` holds alternating longitudes and latitudes. */
export interface Lane {
  readonly passage: Passage
  readonly from: number
  readonly to: number
  readonly lengthNm: number
  readonly points: ReadonlyArray<number>
}

/**
 * The navigable sea as a contraction hierarchy: nodes by rank, and from each the legs to nodes of higher rank. The legs
 * of node `i` have the numbers from `start[i]` to before `start[i + 1]`. No leg crosses a gate: passages are crossed on
 * lanes.
 */
export interface SeaNetwork {
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly start: Int32Array
  readonly to: Int32Array
  /** The cost of each leg in nautical miles; miles close to a coast cost more. */
  readonly cost: Float64Array
  /** The lower node that a shortcut passes through; -1 for a leg. */
  readonly middle: Int32Array
  readonly lanes: ReadonlyArray<Lane>
}

const BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** Decodes base64 without runtime-specific functions. */
const decodeBase64 = (text: string): Uint8Array => {
  const values = new Uint8Array(128)
  for (let i = 0; i < BASE64_ALPHABET.length; i++) values[BASE64_ALPHABET.charCodeAt(i)] = i
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3)
  for (let i = 0, index = 0; i < text.length; i += 4) {
    const word =
      ((values[text.charCodeAt(i)] ?? 0) << 18) |
      ((values[text.charCodeAt(i + 1)] ?? 0) << 12) |
      ((values[text.charCodeAt(i + 2)] ?? 0) << 6) |
      (values[text.charCodeAt(i + 3)] ?? 0)
    bytes[index++] = word >> 16
    bytes[index++] = (word >> 8) & 255
    bytes[index++] = word & 255
  }
  return bytes.subarray(0, bytes.length - padding)
}

/** Reads variable-length integers: seven bits per byte, lowest first; the eighth bit means that more follow. */
const varintReader = (bytes: Uint8Array) => {
  let index = 0
  const next = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[index++] ?? 0
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
      scale *= 128
    }
  }
  const signed = (): number => {
    const value = next()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  return { next, signed, isDone: () => index >= bytes.length }
}

/**
 * Unpacks the network from base64. Each node has its longitude and latitude in 0.0001 degrees (signed), the number of
 * its legs and, for each leg in order of target: the difference to the previous target (for the first, to the node),
 * the difference from the node to the middle (0 without one) and, without a middle, the cost in 0.01 nm. The cost of a
 * shortcut is the sum of its two legs.
 */
export const unpackNetwork = (nodes: string, lanes: ReadonlyArray<Lane>): SeaNetwork => {
  const { isDone, next, signed } = varintReader(decodeBase64(nodes))
  const lon: Array<number> = []
  const lat: Array<number> = []
  const start: Array<number> = [0]
  const to: Array<number> = []
  const cost: Array<number> = []
  const middle: Array<number> = []
  /** The cost of the leg from an already unpacked node up to another. */
  const costUp = (node: number, target: number): number => cost[to.indexOf(target, start[node])] ?? 0
  for (let node = 0; !isDone(); node++) {
    lon.push(signed() / 1e4)
    lat.push(signed() / 1e4)
    let target = node
    for (let remaining = next(); remaining > 0; remaining--) {
      target += next()
      const below = next()
      to.push(target)
      middle.push(below === 0 ? -1 : node - below)
      cost.push(below === 0 ? next() / 100 : costUp(node - below, node) + costUp(node - below, target))
    }
    start.push(to.length)
  }
  return {
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    start: Int32Array.from(start),
    to: Int32Array.from(to),
    cost: Float64Array.from(cost),
    middle: Int32Array.from(middle),
    lanes
  }
}
