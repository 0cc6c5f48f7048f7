import { Result, Schema } from "effect"
import { type CsvLayout, type MissingColumns, readHeader } from "./csv/CsvLayout.ts"
import type { Compression } from "./Decompressor.ts"

/** The format of an AIS file. */
export type FeedFormat = { readonly _tag: "Nmea" } | { readonly _tag: "Csv"; readonly layout: CsvLayout }

/** A file that is neither NMEA nor AIS in CSV. */
export class UnreadableFeed extends Schema.TaggedError<UnreadableFeed>()("UnreadableFeed", {
  source: Schema.String,
  /** The content that was found, as the predicate of the message. */
  found: Schema.String
}) {
  override get message(): string {
    return (
      `${this.source} ${this.found}. Supported are NMEA 0183 (lines such as !AIVDM,…) and CSV with a header ` +
      "(MarineCadastre, Danish Maritime Authority), uncompressed or compressed with gzip, zstd or zip."
    )
  }
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const COMMA = 44
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

const MAGIC: ReadonlyArray<readonly [Compression | "zip", ReadonlyArray<number>]> = [
  ["gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["zip", [0x50, 0x4b, 0x03, 0x04]]
]

/** The number of bytes that identify a compression format. */
export const MAGIC_BYTES = 4

const beginsWith = (bytes: Uint8Array, start: ReadonlyArray<number>): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** The compression of a file, by its first bytes. */
export const compressionOf = (bytes: Uint8Array): Compression | "zip" | undefined =>
  MAGIC.find(([, magic]) => beginsWith(bytes, magic))?.[0]

/** The number of bytes inspected before the format counts as unknown. */
const MAX_HEAD_BYTES = 65_536

const endOfLine = (bytes: Uint8Array): number => {
  const lineFeed = bytes.indexOf(LINE_FEED)
  const end = lineFeed === -1 ? bytes.length : lineFeed
  return bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end
}

const hasSentence = (bytes: Uint8Array): boolean => /![A-Z]{2}VD[MO],/.test(new TextDecoder("latin1").decode(bytes))

const countCommas = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => (byte === COMMA ? count + 1 : count), 0)

const quoteStart = (bytes: Uint8Array): string => JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 60)))

/**
 * The format of a file by its first bytes; `isAll` means that there are no more. Undefined while more bytes are needed.
 */
export const detectFeedFormat = (
  source: string,
  head: Uint8Array,
  isAll: boolean
): Result.Result<FeedFormat, UnreadableFeed | MissingColumns> | undefined => {
  const isLast = isAll || head.length >= MAX_HEAD_BYTES
  const start = beginsWith(head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const bytes = head.subarray(start)
  const end = endOfLine(bytes)
  const isWholeLine = end < bytes.length || isLast
  const header = isWholeLine ? readHeader(bytes, 0, end) : undefined
  if (header !== undefined && Result.isSuccess(header)) {
    return Result.succeed({ _tag: "Csv", layout: header.success })
  }
  if (hasSentence(bytes)) return Result.succeed({ _tag: "Nmea" })
  const mayBeCsv =
    header !== undefined && countCommas(bytes.subarray(0, end)) >= 3 && bytes[0] !== 33 && bytes[0] !== 36
  if (mayBeCsv && header !== undefined) return Result.fail(header.failure)
  if (!isLast) return undefined
  const found = head.length === 0 ? "is empty" : `begins with ${quoteStart(head)}`
  return Result.fail(new UnreadableFeed({ source, found }))
}
