import { readFileSync, writeFileSync } from "node:fs"
import { gunzipSync, gzipSync } from "node:zlib"
import zopfli from "@gfx/zopfli"
import { packTar, unpackTar } from "modern-tar"

/** The kinds of files in the order in which they are packed: each compresses best among its own. */
const KINDS = [/\.js$/, /\.d\.ts$/, /\.ts$/, /\.js\.map$/, /\.d\.ts\.map$/]

const kindOf = (name) => KINDS.findIndex((kind) => kind.test(name))

const compareNames = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Every file has the same time, so that the same files give the same tarball. It is the one that npm gives to all. */
const PACKED_AT = new Date("1985-10-26T08:15:00.000Z")

/** The largest tar that is compressed by Zopfli, which takes seconds for each megabyte and saves a twentieth. */
const MOST_BYTES_OF_ZOPFLI = 4_000_000

const compress = async (tar) =>
  tar.length > MOST_BYTES_OF_ZOPFLI ? gzipSync(tar, { level: 9 }) : await zopfli.gzipAsync(tar, { numiterations: 15 })

/**
 * Packs a tarball again with its files ordered by kind. gzip finds repetitions within 32 KiB only: where modules, declarations
 * and maps alternate, a package of many files is larger by a twentieth.
 */
export const repack = async (file) => {
  const entries = await unpackTar(gunzipSync(readFileSync(file)))
  const ordered = entries
    .filter(({ header }) => header.type === "file")
    .map(({ header: { name, mode, size }, data }) => ({
      header: { name, mode, size, mtime: PACKED_AT, type: "file" },
      body: data
    }))
    .toSorted((a, b) => kindOf(a.header.name) - kindOf(b.header.name) || compareNames(a.header.name, b.header.name))
  writeFileSync(file, await compress(await packTar(ordered)))
}
