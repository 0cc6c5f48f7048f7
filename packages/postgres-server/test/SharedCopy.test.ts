import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { ensureSharedCopy } from "../src/SharedCopy.ts"

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8)

describe("a copy of the programs", () => {
  let folder = ""
  let source = ""
  const copy = () => ensureSharedCopy(source, folder, "programs")

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "landfall-programs-"))
    source = join(folder, "source")
    await mkdir(join(source, "bin"), { recursive: true })
    await writeFile(join(source, "package.json"), JSON.stringify({ version: "18.4.0" }))
    await writeFile(join(source, "bin", "postgres"), "a program")
    await symlink("postgres", join(source, "bin", "postmaster"))
    // The permissions after an installation by root with umask 077.
    await chmod(join(source, "package.json"), 0o600)
    await chmod(join(source, "bin", "postgres"), 0o700)
    await chmod(join(source, "bin"), 0o700)
    await chmod(source, 0o700)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it("is complete, readable and executable by every user, and writable by its owner only", async () => {
    const path = await copy()
    assert.strictEqual(path, join(folder, "programs-18.4.0"))
    assert.strictEqual(await readFile(join(path, "bin", "postgres"), "utf8"), "a program")
    assert.strictEqual(await readlink(join(path, "bin", "postmaster")), "postgres")
    const modes = ["", "package.json", "bin", "bin/postgres"].map((name) => modeOf(join(path, name)))
    assert.deepStrictEqual(await Promise.all(modes), ["755", "644", "755", "755"])
    assert.strictEqual(await modeOf(join(source, "bin", "postgres")), "700")
  })

  it("is created once by concurrent calls, and found by later calls", async () => {
    const paths = await Promise.all(Array.from({ length: 8 }, copy))
    const { ino } = await lstat(join(paths[0] ?? "", "bin", "postgres"))
    assert.deepStrictEqual([...new Set([...paths, await copy()])], [join(folder, "programs-18.4.0")])
    assert.strictEqual((await lstat(join(paths[0] ?? "", "bin", "postgres"))).ino, ino)
    assert.deepStrictEqual((await readdir(folder)).toSorted(), ["programs-18.4.0", "source"])
  })

  it("exists once for each version", async () => {
    const before = await copy()
    await writeFile(join(source, "package.json"), JSON.stringify({ version: "19.0.0" }))
    assert.deepStrictEqual([before, await copy()], [join(folder, "programs-18.4.0"), join(folder, "programs-19.0.0")])
  })

  it.each([
    ["has lost a file", (path: string) => rm(join(path, "bin", "postgres"))],
    ["has half a file", (path: string) => writeFile(join(path, "bin", "postgres"), "a prog")],
    ["can be written by others", (path: string) => chmod(path, 0o777)]
  ])("is created under another name when the copy %s", async (_, spoil) => {
    await spoil(await copy())
    const next = join(folder, "programs-18.4.0-2")
    assert.deepStrictEqual([await copy(), await copy()], [next, next])
    assert.strictEqual(await readFile(join(next, "bin", "postgres"), "utf8"), "a program")
  })

  it("is created under another name when its path is a symbolic link", async () => {
    const path = await copy()
    await rm(path, { recursive: true })
    await symlink(source, path)
    assert.strictEqual(await copy(), join(folder, "programs-18.4.0-2"))
  })

  it("is rejected when all names are in use, and leaves nothing behind", async () => {
    for (let n = 1; n <= 9; n++) await writeFile(join(folder, `programs-18.4.0${n === 1 ? "" : `-${n}`}`), "")
    const error: unknown = await copy().catch((cause) => cause)
    assert.include(String(error), `${join(folder, "programs-18.4.0")}: remove that path`)
    assert.strictEqual((await readdir(folder)).length, 10)
  })
})
