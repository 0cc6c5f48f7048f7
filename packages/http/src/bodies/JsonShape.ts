import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  endOfString,
  isBlank,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE
} from "./JsonBytes.ts"

/** The limit that a JSON text exceeds. */
export type JsonExcess = "depth" | "properties" | "values"

/** The shape of JSON that is parsed; deeper or larger JSON is rejected before. */
export interface JsonLimits {
  /** The maximum number of arrays and objects within each other. */
  readonly maxDepth: number
  /** The maximum number of properties of one object. */
  readonly maxProperties: number
  /** The maximum number of values: every element of an array and every property of an object. */
  readonly maxValues: number
}

/**
 * Measures a JSON text in one pass over its bytes, part by part, before anything is parsed: the parsed form of a text
 * can need 50 times its memory. Invalid JSON is measured in the same way.
 */
export class JsonMeter {
  readonly #bytes: Uint8Array
  readonly #limits: JsonLimits
  readonly #listDepth: number
  #index = 0
  #depth = 0
  #values = 1
  /** The commas so far in the object that is open at each depth; -1 in an array. */
  readonly #commas: Int32Array
  #elements = 0
  #excess: JsonExcess | undefined

  /**
   * @param bytes a text in UTF-8
   * @param listDepth the depth of the arrays whose elements are counted
   */
  constructor(bytes: Uint8Array, limits: JsonLimits, listDepth = 0) {
    this.#bytes = bytes
    this.#limits = limits
    this.#listDepth = listDepth
    this.#commas = new Int32Array(limits.maxDepth + 1)
  }

  /** The values so far. */
  get values(): number {
    return this.#values
  }

  /** The limit that the text exceeds; undefined while it exceeds none. */
  get excess(): JsonExcess | undefined {
    return this.#excess
  }

  /**
   * The number of elements of all arrays at `listDepth`: the shipments in `{"ep_…": {"shipments": […]}}` are at depth 3.
   * Properties of objects at this depth count as well.
   */
  get elements(): number {
    return this.#elements
  }

  /** Measures about `count` bytes more; true at the end of the text or at its first excess. */
  next(count: number): boolean {
    const bytes = this.#bytes
    const { maxDepth, maxProperties, maxValues } = this.#limits
    const commas = this.#commas
    const listDepth = this.#listDepth
    const end = Math.min(bytes.length, this.#index + count)
    let index = this.#index
    let depth = this.#depth
    let values = this.#values
    for (; index < end && this.#excess === undefined; index++) {
      switch (bytes[index]) {
        case QUOTE:
          index = endOfString(bytes, index + 1)
          break
        case OPENING_BRACKET:
        case OPENING_BRACE:
          if (++depth > maxDepth) this.#excess = "depth"
          else if (++values > maxValues) this.#excess = "values"
          if (depth >= 0) commas[depth] = bytes[index] === OPENING_BRACE ? 0 : -1
          if (depth === listDepth && !this.#isEmptyAt(index + 1)) this.#elements++
          break
        case CLOSING_BRACKET:
        case CLOSING_BRACE:
          depth--
          break
        case COMMA: {
          if (++values > maxValues) this.#excess = "values"
          if (depth === listDepth) this.#elements++
          const count = commas[depth] ?? -1
          if (count < 0) break
          commas[depth] = count + 1
          if (count + 2 > maxProperties) this.#excess = "properties"
          break
        }
      }
    }
    this.#index = index
    this.#depth = depth
    this.#values = values
    return index >= bytes.length || this.#excess !== undefined
  }

  #isEmptyAt(from: number): boolean {
    let next = from
    while (isBlank(this.#bytes[next])) next++
    return this.#bytes[next] === CLOSING_BRACKET || this.#bytes[next] === CLOSING_BRACE
  }
}
