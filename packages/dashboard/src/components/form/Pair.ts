/** A name and its value, as they are being written. */
export interface Pair {
  readonly name: string
  readonly value: string
}
