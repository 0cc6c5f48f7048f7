import { readFileSync, writeFileSync } from "node:fs"
import { gunzipSync, gzipSync } from "node:zlib"
import zopfli from "@gfx/zopfli"
import { packTar, unpackTar } from "modern-tar"
import { orderBySimilarity } from "./similarity.mjs"

/** The kinds of files in the order in which they are packed: each compresses best among its own. */
const KINDS = [/\.js$/, /\.d\.ts$/, /\.ts$/, /\.js\.map$/, /\.d\.ts\.map$/]

/** The kinds whose files share text with some others and not with those of a similar name. */
const TEXT_KINDS = 3

const kindOf = (name) => KINDS.findIndex((kind) => kind.test(name))

const compareNames = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Every file has the same time, so that the same files give the same tarball. It is the one that npm gives to all. */
const PACKED_AT = new Date("1985-10-26T08:15:00.000Z")

/** The largest package that is ordered and compressed thoroughly, which takes seconds for each megabyte and saves a sixteenth. */
const MOST_BYTES_OF_ZOPFLI = 4_000_000

/** Each kind by itself: scripts and declarations by what they have in common. */
const orderKinds = (entries) =>
  [...Map.groupBy(entries, ({ header }) => kindOf(header.name))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([kind, files]) => (kind >= 0 && kind < TEXT_KINDS ? orderBySimilarity(files) : files))

const compress = async (tar) =>
  tar.length > MOST_BYTES_OF_ZOPFLI ? gzipSync(tar, { level: 9 }) : await zopfli.gzipAsync(tar, { numiterations: 15 })

/**
 * Packs a tarball again with its files ordered by kind. gzip finds repetitions within 32 KiB only: where modules, declarations
 * and maps alternate, a package of many files is larger by a twentieth.
 */
export const repack = async (file) => {
  const entries = await unpackTar(gunzipSync(readFileSync(file)))
  const named = entries
    .filter(({ header }) => header.type === "file")
    .toSorted((a, b) => kindOf(a.header.name) - kindOf(b.header.name) || compareNames(a.header.name, b.header.name))
  const bytes = named.reduce((sum, { header }) => sum + header.size, 0)
  const ordered = bytes > MOST_BYTES_OF_ZOPFLI ? named : orderKinds(named)
  const packed = ordered.map(({ header: { name, mode, size }, data }) => ({
    header: { name, mode, size, mtime: PACKED_AT, type: "file" },
    body: data
  }))
  writeFileSync(file, await compress(await packTar(packed)))
}
