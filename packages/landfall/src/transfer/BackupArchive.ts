import { createHash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import { Effect, FileSystem, Path, Stream } from "effect"
import { createTarDecoder, type ParsedTarEntry } from "modern-tar"
import { packTar } from "modern-tar/fs"
import { readNamedText, streamNamedFile } from "../terminal/NamedFile.ts"
import { mapToTransferFailed, reasonOf, TransferFailed } from "./TransferFailed.ts"

/** The entries of a backup, which is a tar file. `SHA256SUMS` has the digest of every other entry, as `sha256sum` writes it. */
export const BackupEntry = {
  manifest: "manifest.json",
  database: "landfall.db",
  key: "landfall.db.key",
  sums: "SHA256SUMS"
} as const

const ENTRY_NAMES: ReadonlyArray<string> = Object.values(BackupEntry)

const REQUIRED = [BackupEntry.manifest, BackupEntry.database, BackupEntry.sums]

/** The manifest and the digests of a backup are smaller. */
export const MAX_TEXT_ENTRY_BYTES = 16 * 1024 * 1024

const PRIVATE_MODE = 0o600

const sha256Of = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const hash = createHash("sha256")
  yield* Stream.runForEach(files.stream(path), (bytes) => Effect.sync(() => hash.update(bytes)))
  return hash.digest("hex")
})

/** Syncs a file, or the names in a folder, to disk. */
export const syncToDisk = Effect.fnUntraced(function* (path: string, flag: "r" | "r+") {
  // Windows has no handle of a folder.
  if (flag === "r" && process.platform === "win32") return
  const files = yield* FileSystem.FileSystem
  yield* Effect.scoped(Effect.flatMap(files.open(path, { flag }), ({ sync }) => sync))
})

/** Packs the entries in a folder into a new tar file that only this user can read, synced to disk. */
export const packArchive = Effect.fnUntraced(function* (folder: string, names: ReadonlyArray<string>, archive: string) {
  const path = yield* Path.Path
  const files = yield* FileSystem.FileSystem
  const sums = yield* Effect.forEach(names, (name) =>
    Effect.map(sha256Of(path.join(folder, name)), (digest) => `${digest}  ${name}\n`)
  )
  yield* files.writeFileString(path.join(folder, BackupEntry.sums), sums.join(""), { mode: PRIVATE_MODE })
  const sources = [...names, BackupEntry.sums].map((name) => ({
    type: "file" as const,
    source: path.join(folder, name),
    target: name,
    mode: PRIVATE_MODE,
    uname: "",
    gname: ""
  }))
  yield* Effect.tryPromise((signal) =>
    pipeline(packTar(sources), createWriteStream(archive, { flags: "wx", mode: PRIVATE_MODE }), { signal })
  )
  yield* syncToDisk(archive, "r+")
})

const damaged = (archive: string, fault: string) =>
  new TransferFailed({
    message: `The file ${archive} is not a complete backup of Landfall: ${fault.replace(/\.$/, "")}. Nothing was changed; use another backup.`
  })

const entriesOf = (archive: string) =>
  Stream.unwrap(
    Effect.map(Stream.toReadableStreamEffect(streamNamedFile(archive)), (bytes) =>
      Stream.fromReadableStream<ParsedTarEntry, TransferFailed>({
        evaluate: () => bytes.pipeThrough(createTarDecoder({ strict: true })),
        onError: (error) => damaged(archive, reasonOf(error))
      })
    )
  )

/** Extracts an entry into a folder, and returns its SHA-256 digest. */
const extractEntry = Effect.fnUntraced(function* (archive: string, { body, header }: ParsedTarEntry, folder: string) {
  if (header.type !== "file" || !ENTRY_NAMES.includes(header.name)) {
    return yield* damaged(archive, `it has the unknown entry ${JSON.stringify(header.name.slice(0, 100))}`)
  }
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const hash = createHash("sha256")
  const bytes = Stream.fromReadableStream({
    evaluate: () => body,
    onError: (error) => damaged(archive, error instanceof Error ? error.message : String(error))
  }).pipe(Stream.tap((chunk) => Effect.sync(() => hash.update(chunk))))
  yield* Stream.run(bytes, files.sink(path.join(folder, header.name), { flag: "wx", mode: PRIVATE_MODE }))
  return { name: header.name, digest: hash.digest("hex") }
})

const parseSums = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split("\n").flatMap((line) => {
      const [, digest, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
      return digest === undefined || name === undefined ? [] : [[name, digest] as const]
    })
  )

/** Extracts a backup into an empty folder, and checks that every entry is there and has its digest. */
export const extractArchive = Effect.fnUntraced(
  function* (archive: string, folder: string) {
    const path = yield* Path.Path
    const digests = new Map<string, string>()
    yield* Stream.runForEach(entriesOf(archive), (entry) =>
      Effect.map(extractEntry(archive, entry, folder), ({ name, digest }) => digests.set(name, digest))
    )
    const missing = REQUIRED.find((name) => !digests.has(name))
    if (missing !== undefined) return yield* damaged(archive, `the entry ${missing} is missing`)
    const sums = parseSums(yield* readNamedText(path.join(folder, BackupEntry.sums), MAX_TEXT_ENTRY_BYTES))
    const names = new Set([...digests.keys(), ...sums.keys()])
    names.delete(BackupEntry.sums)
    const changed = [...names].find((name) => digests.get(name) !== sums.get(name))
    if (changed !== undefined)
      return yield* damaged(archive, `the entry ${changed} does not have the SHA-256 digest in ${BackupEntry.sums}`)
  },
  (effect, archive) =>
    mapToTransferFailed((reason) => `The backup ${archive} cannot be read: ${reason}. Nothing was changed.`)(effect)
)
