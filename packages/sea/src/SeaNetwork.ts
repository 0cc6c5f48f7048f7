import type { Passage } from "@landfall/core/geo/Passage"

/** A way through a canal or strait, from one node to another. Its points are longitude and latitude in turn. */
export interface Lane {
  readonly passage: Passage
  readonly from: number
  readonly to: number
  readonly lengthNm: number
  readonly points: ReadonlyArray<number>
}

/**
 * The world's sea as a contraction hierarchy: nodes by rank, and from each the legs to nodes of higher rank. The legs of
 * node `i` are the numbers from `start[i]` to `start[i + 1]`. No leg crosses a gate: passages are crossed on lanes.
 */
export interface SeaNetwork {
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly start: Int32Array
  readonly to: Int32Array
  /** Miles, those close to a coast counted for more than one. */
  readonly cost: Float64Array
  /** The lower node that a shortcut passes; -1 for a leg. */
  readonly middle: Int32Array
  readonly lanes: ReadonlyArray<Lane>
}

const BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** Base64 to bytes, without what only some runtimes have. */
const decodeBase64 = (text: string): Uint8Array => {
  const values = new Uint8Array(128)
  for (let i = 0; i < BASE64_ALPHABET.length; i++) values[BASE64_ALPHABET.charCodeAt(i)] = i
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3)
  for (let i = 0, place = 0; i < text.length; i += 4) {
    const word =
      ((values[text.charCodeAt(i)] ?? 0) << 18) |
      ((values[text.charCodeAt(i + 1)] ?? 0) << 12) |
      ((values[text.charCodeAt(i + 2)] ?? 0) << 6) |
      (values[text.charCodeAt(i + 3)] ?? 0)
    bytes[place++] = word >> 16
    bytes[place++] = (word >> 8) & 255
    bytes[place++] = word & 255
  }
  return bytes.subarray(0, bytes.length - padding)
}

/** Reads numbers of seven bits a byte, lowest first, the eighth bit saying that more follows. */
const varintReader = (bytes: Uint8Array) => {
  let place = 0
  const next = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[place++] ?? 0
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
      scale *= 128
    }
  }
  const signed = (): number => {
    const value = next()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  return { next, signed, isDone: () => place >= bytes.length }
}

/**
 * Unpacks nodes from base64. Each node: longitude and latitude in 0.0001 degrees (signed), how many legs it has, and for
 * each leg, by rising target: the target less the one before (the first less the node), the node less the middle (0 for
 * none), and where there is no middle the cost in 0.01 nm. A shortcut costs what the legs over its middle do.
 */
export const unpackNetwork = (nodes: string, lanes: ReadonlyArray<Lane>): SeaNetwork => {
  const { isDone, next, signed } = varintReader(decodeBase64(nodes))
  const lon: Array<number> = []
  const lat: Array<number> = []
  const start: Array<number> = [0]
  const to: Array<number> = []
  const cost: Array<number> = []
  const middle: Array<number> = []
  /** The cost of the leg from a node, read before, up to another. */
  const costUp = (node: number, target: number): number => cost[to.indexOf(target, start[node])] ?? 0
  for (let node = 0; !isDone(); node++) {
    lon.push(signed() / 1e4)
    lat.push(signed() / 1e4)
    let target = node
    for (let left = next(); left > 0; left--) {
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
