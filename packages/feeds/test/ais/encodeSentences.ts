/** Encodes AIS sentences for tests from the fields of their messages. */

/** A field: a whole number (negative in two's complement) or a text, and its width in bits. */
export type Field = readonly [value: number | string, width: number]

const SIX_BIT = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !\"#$%&'()*+,-./0123456789:;<=>?"

const bitsOf = ([value, width]: Field): string => {
  if (width === 0) return ""
  if (typeof value === "number") {
    return BigInt.asUintN(width, BigInt(value)).toString(2).padStart(width, "0")
  }
  const letters = value.padEnd(width / 6, "@").slice(0, width / 6)
  return [...letters].map((letter) => SIX_BIT.indexOf(letter).toString(2).padStart(6, "0")).join("")
}

/** The bits of the fields in groups of six, padded with zeros. */
export const sextetsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<number> => {
  const bits = fields.map(bitsOf).join("")
  const padded = bits.padEnd(Math.ceil(bits.length / 6) * 6, "0")
  return Array.from({ length: padded.length / 6 }, (_, index) =>
    Number.parseInt(padded.slice(index * 6, index * 6 + 6), 2)
  )
}

const armoured = (sextets: ReadonlyArray<number>): string =>
  sextets.map((sextet) => String.fromCharCode(sextet < 40 ? sextet + 48 : sextet + 56)).join("")

const checksum = (text: string): string =>
  [...text]
    .reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, "0")

/** A line with its checksum, from `AIVDM,…`. */
export const sentence = (content: string): string => `!${content}*${checksum(content)}`

/** A tag block, from `c:1234,s:station`. */
export const tagBlock = (content: string): string => `\\${content}*${checksum(content)}\\`

export interface Framing {
  readonly sequence?: number | string
  readonly channel?: string
  readonly talker?: string
  /** Sextets in each sentence. */
  readonly partLength?: number
}

/** The sentences of a message, as many as its length requires. */
export const sentencesOf = (
  fields: ReadonlyArray<Field>,
  { sequence = 1, channel = "A", talker = "AIVDM", partLength = 60 }: Framing = {}
): ReadonlyArray<string> => {
  const payload = armoured(sextetsOf(fields))
  const parts = Math.max(1, Math.ceil(payload.length / partLength))
  const mark = parts === 1 ? "" : sequence
  return Array.from({ length: parts }, (_, index) =>
    sentence(
      `${talker},${parts},${index + 1},${mark},${channel},${payload.slice(index * partLength, (index + 1) * partLength)},0`
    )
  )
}

/** The fields of types 1 to 3, their widths, and what a vessel under way off Rotterdam sends in them. */
const CLASS_A = [
  ["type", 6, 1],
  ["repeat", 2, 0],
  ["mmsi", 30, 228_339_600],
  ["status", 4, 0],
  ["turn", 8, 0],
  ["speed", 10, 123],
  ["accuracy", 1, 1],
  ["longitude", 28, 4.1 * 600_000],
  ["latitude", 27, 51.95 * 600_000],
  ["course", 12, 2_240],
  ["heading", 9, 215],
  ["second", 6, 33],
  ["manoeuvre", 2, 0],
  ["spare", 3, 0],
  ["raim", 1, 0],
  ["radio", 19, 34_017]
] as const

/** The fields of a message of types 1 to 3; `given` overrides the defaults. */
export const classA = (
  fields: { readonly [Name in (typeof CLASS_A)[number][0]]?: number } = {}
): ReadonlyArray<Field> => CLASS_A.map(([name, width, usual]): Field => [Math.round(fields[name] ?? usual), width])

/** The fields of type 5. */
export const voyage = (fields: {
  readonly mmsi?: number
  readonly imo?: number
  readonly name?: string
  readonly shipType?: number
  readonly eta?: readonly [month: number, day: number, hour: number, minute: number]
  readonly draught?: number
}): ReadonlyArray<Field> => {
  const [month, day, hour, minute] = fields.eta ?? [5, 15, 14, 0]
  return [
    [5, 6],
    [0, 2],
    [fields.mmsi ?? 228_339_600, 30],
    [0, 2],
    [fields.imo ?? 9_706_906, 30],
    ["FLSU", 42],
    [fields.name ?? "EVER ONWARD", 120],
    [fields.shipType ?? 71, 8],
    [225, 9],
    [175, 9],
    [30, 6],
    [29, 6],
    [1, 4],
    [month, 4],
    [day, 5],
    [hour, 5],
    [minute, 6],
    [fields.draught ?? 122, 8],
    ["NLRTM", 120],
    [0, 1],
    [0, 1]
  ]
}
