import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"

/** The number of names that are tried for a copy, when the first ones are in use by something else. */
const MAX_NAMES = 9

/** The paths in a folder, files with their sizes. */
const listContents = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(folder, { recursive: true })
  const described = entries.map(async (name) => {
    const stats = await lstat(join(folder, name))
    return stats.isFile() ? `${name} ${stats.size}` : name
  })
  return (await Promise.all(described)).toSorted()
}

/** Whether a folder belongs to this user, is not writable by others, and is complete: some systems remove old temporary files. */
const isIntactCopy = async (copy: string, original: ReadonlyArray<string>): Promise<boolean> => {
  try {
    const stats = await lstat(copy)
    if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0) return false
    return (await listContents(copy)).join("\n") === original.join("\n")
  } catch {
    // The folder does not exist, or has just been removed.
    return false
  }
}

const makeReadableByAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (entry.isFile()) await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** Renames a complete copy to the first free name. */
const publishCopy = async (newCopy: string, copies: ReadonlyArray<string>, original: ReadonlyArray<string>) => {
  for (const copy of copies) {
    try {
      await rename(newCopy, copy)
      return copy
    } catch {
      // The name is in use: by the copy of a faster process, or by something else.
      if (await isIntactCopy(copy, original)) return copy
    }
  }
  throw new Error(`the programs of Postgres cannot be copied to ${copies[0]}: remove that path`)
}

const findIntactCopy = async (copies: ReadonlyArray<string>, original: ReadonlyArray<string>) => {
  for (const copy of copies) if (await isIntactCopy(copy, original)) return copy
  return undefined
}

/**
 * The path of a copy of a package's folder within `parent`. Every user can read and run the copy, and only this user can
 * write it. It is created once for each version of the package, by any number of processes, and is not removed.
 */
export const ensureSharedCopy = async (source: string, parent: string, name: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8"))
  const first = join(parent, `${name}-${version}`)
  const copies = Array.from({ length: MAX_NAMES }, (_, n) => (n === 0 ? first : `${first}-${n + 1}`))
  const original = await listContents(source)
  const found = await findIntactCopy(copies, original)
  if (found !== undefined) return found
  const newFolder = await mkdtemp(`${first}.new-`)
  try {
    await cp(source, newFolder, { recursive: true, verbatimSymlinks: true })
    await makeReadableByAll(newFolder)
    return await publishCopy(newFolder, copies, original)
  } finally {
    await rm(newFolder, { recursive: true, force: true })
  }
}
