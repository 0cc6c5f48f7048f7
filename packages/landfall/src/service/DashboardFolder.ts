import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Option } from "effect"

/** Where the built files are: beside the modules of the published package, or in the repository. */
const FOLDERS = ["../dashboard", "../../../dashboard/dist"].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The files of a folder by their paths with slashes. */
const readFolder = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).split(sep).join("/"), readFileSync(file)])
  )

/** The built files of the dashboard; none when they are not built. The only place that knows where they are. */
export const dashboardFiles = Effect.sync(() =>
  Option.map(Option.fromUndefinedOr(FOLDERS.find((folder) => existsSync(join(folder, "index.html")))), readFolder)
)
