import { execFileSync } from "node:child_process"
import process from "node:process"
import { binOf } from "../checks/tool.mjs"
import { runCommand } from "./command.mjs"

/** The most bytes of a tarball, by the name of the package. */
export const MAX_BYTES = { "@landfall/core": 350_000, "@landfall/sea": 6_000_000 }

const REQUIRED = ["LICENSE", "README.md", "THIRD_PARTY_NOTICES.md", "package.json"]
const READABLE =
  /^(?:src\/.*\.ts|dist\/.*\.(?:js|d\.ts|js\.map|d\.ts\.map)|dist\/dashboard\/.*\.(?:html|css|svg|json)|LICENSE|README\.md|THIRD_PARTY_NOTICES\.md|package\.json)$/

export const filesOfTarball = (file) =>
  execFileSync("tar", ["-tzf", file], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith("/"))
    .map((line) => line.replace(/^package\//, ""))

export const manifestOfTarball = (file) =>
  JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }))

/** The faults of a manifest that users install: ranges of the workspace, a library that brings its own effect. */
export const manifestFaults = (manifest) => {
  const { bin, dependencies = {}, name, peerDependencies = {}, publishConfig, sideEffects } = manifest
  const ranges = [...Object.entries(dependencies), ...Object.entries(peerDependencies)]
  const faults = ranges
    .filter(([, range]) => /^(?:catalog|workspace|link|file):/.test(range))
    .map(([dependency, range]) => `${name}: the range of ${dependency} is ${range}, which only the repository resolves`)
  const isLibrary = bin === undefined
  if (isLibrary && peerDependencies.effect === undefined) faults.push(`${name}: effect is no peer dependency`)
  if (isLibrary && dependencies.effect !== undefined)
    faults.push(`${name}: effect is a dependency, and has to be a peer only`)
  if (!isLibrary && dependencies.effect === undefined) faults.push(`${name}: effect is no dependency`)
  if (sideEffects !== false) faults.push(`${name}: sideEffects is not false`)
  if (publishConfig?.access !== "public") faults.push(`${name}: publishConfig.access is not public`)
  const targets = [...Object.values(manifest.exports ?? {}), ...Object.values(bin ?? {})].filter((one) => one !== null)
  const outside = targets.filter((target) => target !== "./package.json" && !target.startsWith("./dist/"))
  return [...faults, ...outside.map((target) => `${name}: ${target} is exported, and is no file of the build`)]
}

/** The faults of what a tarball contains: missing or surplus files, and its size. */
export const contentFaults = ({ bytes, file, name }) => {
  const files = filesOfTarball(file)
  const most = MAX_BYTES[name]
  return [
    ...REQUIRED.filter((required) => !files.includes(required)).map((required) => `${name}: ${required} is missing`),
    ...files.filter((path) => !READABLE.test(path)).map((path) => `${name}: ${path} does not belong in a package`),
    ...(most !== undefined && bytes > most ? [`${name}: ${bytes} bytes packed, at most ${most} are allowed`] : [])
  ]
}

const toolFaults = async (name, packageName, tool, args) => {
  const { code, output } = await runCommand(process.execPath, [binOf(packageName, tool), ...args])
  return code === 0 ? [] : [`${name}: ${tool} reports\n${output}`]
}

/** The faults that publint and "are the types wrong" find in a tarball. The packages are ESM only. */
const lintFaults = async ({ file, name }) => [
  ...(await toolFaults(name, "publint", "publint", ["run", file, "--strict", "--level", "suggestion"])),
  ...(await toolFaults(name, "@arethetypeswrong/cli", "attw", [file, "--profile", "esm-only", "--format", "ascii"]))
]

/** Every fault of a tarball. */
export const faultsOfTarball = async (tarball) => [
  ...manifestFaults(manifestOfTarball(tarball.file)),
  ...contentFaults(tarball),
  ...(await lintFaults(tarball))
]
