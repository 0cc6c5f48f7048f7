import type { Readable } from "node:stream"
import { crc32, createInflateRaw } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { type ArchiveMember, CompressedFileDamaged } from "@landfall/feeds/ais/Decompressor"
import { Effect, Stream } from "effect"
import * as yauzl from "yauzl"

const STORED = 0
const DEFLATED = 8

const damagedZip = (error: unknown) =>
  new CompressedFileDamaged({ compression: "zip", reason: error instanceof Error ? error.message : String(error) })

type Callback<A> = (error: Error | null, value: A) => void

const fromCallback = <A>(act: (done: Callback<A>) => void): Effect.Effect<A, CompressedFileDamaged> =>
  Effect.callback((resume) => {
    act((error, value) => resume(error === null ? Effect.succeed(value) : Effect.fail(damagedZip(error))))
  })

/** Opens an archive by its directory, which is at its end. Supports sizes and offsets above 4 GiB (zip64). */
const openZip = (path: string) =>
  Effect.acquireRelease(
    fromCallback<yauzl.ZipFile>((done) => yauzl.open(path, { lazyEntries: true, autoClose: false }, done)),
    (zip) => Effect.sync(() => zip.close())
  )

const readEntries = (zip: yauzl.ZipFile): Effect.Effect<ReadonlyArray<yauzl.Entry>, CompressedFileDamaged> =>
  Effect.callback((resume) => {
    const entries: Array<yauzl.Entry> = []
    zip.on("error", (error: Error) => resume(Effect.fail(damagedZip(error))))
    zip.on("end", () => resume(Effect.succeed(entries)))
    zip.on("entry", (entry: yauzl.Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })

const compressedBytes = (zip: yauzl.ZipFile, entry: yauzl.Entry): Stream.Stream<Uint8Array, CompressedFileDamaged> =>
  Stream.unwrap(
    Effect.map(
      fromCallback<Readable>((done) => zip.openReadStream(entry, { decodeFileData: false }, done)),
      (readable) =>
        NodeStream.fromReadable<Uint8Array, CompressedFileDamaged>({ evaluate: () => readable, onError: damagedZip })
    )
  )

/** Compares the decompressed bytes with the size and the checksum in the directory; fails at the end when they differ. */
const verifyMember = (
  entry: yauzl.Entry,
  bytes: Stream.Stream<Uint8Array, CompressedFileDamaged>
): Stream.Stream<Uint8Array, CompressedFileDamaged> =>
  Stream.suspend(() => {
    let [size, checksum] = [0, 0]
    const verification = Effect.suspend(() => {
      if (size !== entry.uncompressedSize) {
        return Effect.fail(damagedZip(`${entry.fileName} has ${size} bytes instead of ${entry.uncompressedSize}`))
      }
      return checksum === entry.crc32
        ? Effect.void
        : Effect.fail(damagedZip(`${entry.fileName} has the wrong checksum`))
    })
    return bytes.pipe(
      Stream.tap((chunk) =>
        Effect.sync(() => {
          size += chunk.length
          checksum = crc32(chunk, checksum)
        })
      ),
      Stream.concat(Stream.drain(Stream.fromEffect(verification)))
    )
  })

const memberBytes = (
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  onRead: (bytes: number) => void
): ArchiveMember["bytes"] => {
  if (entry.isEncrypted()) return Stream.fail(damagedZip(`${entry.fileName} is encrypted`))
  const compressed = Stream.tap(compressedBytes(zip, entry), (chunk) => Effect.sync(() => onRead(chunk.length)))
  if (entry.compressionMethod === STORED) return verifyMember(entry, compressed)
  if (entry.compressionMethod !== DEFLATED) {
    return Stream.fail(damagedZip(`${entry.fileName} is compressed by a method other than deflate`))
  }
  return verifyMember(
    entry,
    NodeStream.pipeThroughDuplex(compressed, { evaluate: () => createInflateRaw(), onError: damagedZip })
  )
}

/** The files in a zip archive in order of their names, each decompressed as it is read. `onRead` receives the number of compressed bytes. */
export const openArchive = Effect.fnUntraced(function* (path: string, onRead: (bytes: number) => void) {
  const zip = yield* openZip(path)
  const entries = (yield* readEntries(zip)).filter(({ fileName }) => !fileName.endsWith("/"))
  return entries
    .map((entry): ArchiveMember => ({ name: entry.fileName, bytes: memberBytes(zip, entry, onRead) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
})
