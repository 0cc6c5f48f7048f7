import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import { constants, zstdCompressSync } from "node:zlib"
import { inject } from "postject"
import { ASSET_FOLDERS, ASSETS, builtFolder, filesIn } from "../../packages/landfall/src/assets/Assets.ts"
import { ensureDashboard } from "../launcher/dashboard.mjs"
import { FLAGS } from "../launcher/launch.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { runCommand } from "../release/command.mjs"
import { NOTICES } from "../release/notices.mjs"
import { bundleCommand } from "./bundle.mjs"
import { executableNotices } from "./notices.mjs"
import { withoutSymbols } from "./symbols.mjs"

export const DEFAULT_OUTPUT = join(ROOT, "dist", process.platform === "win32" ? "landfall.exe" : "landfall")

/**
 * The name by which Node finds what it starts, and the text in its binary that states whether it contains a program.
 */
const RESOURCE = "NODE_SEA_BLOB"
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"

/** The oldest Node whose executables have separate flags. */
const [MAJOR, MINOR] = [24, 8]

/** Why this process cannot build executables; undefined when it can. */
export const unsupportedReason = () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  return major > MAJOR || (major === MAJOR && minor >= MINOR)
    ? undefined
    : `executables are built with Node ${MAJOR}.${MINOR} or newer, and this is ${process.version}`
}

const require = createRequire(join(ROOT, "packages", "landfall", "package.json"))

const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 12 } }

/** The contents of the assets by their keys, as `EmbeddedAssets.ts` reads them. */
const readAssets = () => [
  ...ASSETS.map((name) => [name, readFileSync(require.resolve(name))]),
  ...Object.keys(ASSET_FOLDERS).flatMap((name) => {
    const folder = builtFolder(name)
    return folder === undefined ? [] : [...filesIn(folder)].map(([path, bytes]) => [`${name}:${path}`, bytes])
  })
]

/** Writes the assets compressed into `folder`. Returns their files by key. */
const writeAssets = (folder) =>
  Object.fromEntries(
    readAssets().map(([key, bytes], index) => {
      const file = join(folder, `asset-${index}.zst`)
      writeFileSync(file, zstdCompressSync(bytes, ZSTD))
      return [key, file]
    })
  )

/** Writes what Node starts, the program with its assets and its flags, into one file. */
const writeBlob = async (folder, main, isForThisNode) => {
  const blob = join(folder, "landfall.blob")
  const config = join(folder, "sea.json")
  const settings = {
    main,
    output: blob,
    disableExperimentalSEAWarning: true,
    // Compiled code fits the Node that has compiled it, and no other.
    useCodeCache: isForThisNode,
    execArgv: FLAGS,
    assets: writeAssets(folder)
  }
  writeFileSync(config, JSON.stringify(settings))
  // Compiled code also fits the flags with which it was compiled, and no others.
  const { code, output } = await runCommand(process.execPath, [...FLAGS, "--experimental-sea-config", config])
  if (code !== 0) throw new Error(`Node cannot prepare the executable:\n${output}`)
  return readFileSync(blob)
}

/** The Node binary that becomes the executable: that of another platform must have the version of this process. */
const readNode = (node) => {
  const bytes = readFileSync(node)
  if (bytes.includes(FUSE) && bytes.includes(process.version)) return bytes
  throw new Error(`${node} is not a binary of Node ${process.version}: name one, or build with the version that it has`)
}

/**
 * Builds the executable `output` from `node`, a Node binary of the version of this process, for this platform or another.
 * Writes the third-party notices beside it. Returns its path and its size.
 */
export const buildExecutable = async ({ node = process.execPath, output = DEFAULT_OUTPUT } = {}) => {
  const reason = unsupportedReason()
  if (reason !== undefined) throw new Error(reason)
  const folder = mkdtempSync(join(tmpdir(), "landfall-executable-"))
  try {
    const binaryOfNode = readNode(node)
    await ensureDashboard(process.execPath)
    const main = join(folder, "landfall.cjs")
    const modules = await bundleCommand(main)
    const blob = await writeBlob(folder, main, node === process.execPath)
    mkdirSync(dirname(output), { recursive: true })
    const binary = join(folder, basename(output))
    writeFileSync(binary, withoutSymbols(binaryOfNode))
    await inject(binary, RESOURCE, blob, { sentinelFuse: FUSE, machoSegmentName: "NODE_SEA" })
    rmSync(output, { force: true })
    copyFileSync(binary, output)
    chmodSync(output, 0o755)
    writeFileSync(join(dirname(output), NOTICES), executableNotices(modules, node))
    return { output, bytes: statSync(output).size }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
