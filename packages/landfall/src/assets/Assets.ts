import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { Context, Effect, FileSystem, Option, type PlatformError } from "effect"

/**
 * The files of npm packages that Landfall reads while it runs, as `package/path`. A new file is added here and nowhere else:
 * `npm run build:executable` embeds each.
 */
export const ASSETS = [
  "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2",
  "@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2",
  "@resvg/resvg-wasm/index_bg.wasm",
  "world-atlas/land-10m.json",
  "world-atlas/land-50m.json"
] as const

export type AssetName = (typeof ASSETS)[number]

/** Folders of built files, with the places where they can be: in the published package, and in the repository. */
export const ASSET_FOLDERS = { dashboard: ["../dashboard", "../../../dashboard/dist"] } as const

export type AssetFolder = keyof typeof ASSET_FOLDERS

/** The files of a folder by their paths with slashes. */
export type FolderFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Reads the files of this program. */
export interface AssetReader {
  readonly read: (
    name: AssetName
  ) => Effect.Effect<Uint8Array<ArrayBuffer>, PlatformError.PlatformError, FileSystem.FileSystem>
  /** Every file of a folder; none when the folder was not built. */
  readonly readFolder: (name: AssetFolder) => Effect.Effect<Option.Option<FolderFiles>>
}

/** The path of a folder that was built; undefined otherwise. */
export const builtFolder = (name: AssetFolder): string | undefined =>
  ASSET_FOLDERS[name].map((path) => fileURLToPath(new URL(path, import.meta.url))).find((folder) => existsSync(folder))

/** The files of a folder of the file system, by their paths with slashes. */
export const filesIn = (folder: string): FolderFiles =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).split(sep).join("/"), new Uint8Array(readFileSync(file))])
  )

/** Reads files from the installed npm packages. */
const fromPackages: AssetReader = {
  read: Effect.fnUntraced(function* (name) {
    const fs = yield* FileSystem.FileSystem
    return new Uint8Array(yield* fs.readFile(createRequire(import.meta.url).resolve(name)))
  }),
  readFolder: (name) => Effect.sync(() => Option.map(Option.fromUndefinedOr(builtFolder(name)), filesIn))
}

/** The files of this program: those of npm packages, unless `executable.ts` has started it. */
export const Assets = Context.Reference<AssetReader>("landfall/assets/Assets", { defaultValue: () => fromPackages })

/** Reads an asset that is JSON. */
export const readJson = Effect.fnUntraced(function* (name: AssetName) {
  const { read } = yield* Assets
  return JSON.parse(new TextDecoder().decode(yield* read(name)))
})
