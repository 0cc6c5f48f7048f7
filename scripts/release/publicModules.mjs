import { readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"

const split = (pattern) => {
  const at = pattern.indexOf("*")
  return at < 0 ? undefined : [pattern.slice(0, at), pattern.slice(at + 1)]
}

const isMatch = (text, [before, after]) =>
  text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length

/** The key of `exports` that decides about a module: its own name, else the pattern with the longest beginning. */
const keyFor = (exports, path) =>
  path in exports
    ? path
    : Object.keys(exports)
        .filter((key) => split(key) !== undefined && isMatch(path, split(key)))
        .sort((a, b) => split(b)[0].length - split(a)[0].length)[0]

/** The paths of a pattern such as `./*`, for the files that its target such as `./src/*.ts` matches. */
const expand = (exports, key, target, files) => {
  const [place, extension] = [split(key), split(target)]
  return files
    .filter((file) => isMatch(file, extension) && !file.endsWith(".d.ts"))
    .map((file) => {
      const name = file.slice(extension[0].length, file.length - extension[1].length)
      return [`${place[0]}${name}${place[1]}`, file]
    })
    .filter(([path]) => keyFor(exports, path) === key)
}

/**
 * The modules that `exports` makes public, `["./geo/Port", "./src/geo/Port.ts"]`, sorted by path. A pattern stands for every
 * file of the package that it matches, and null seals what it names.
 */
export const publicModules = ({ exports = {} }, folder) => {
  const files = (target) => {
    const [place] = target.slice("./".length).split("/")
    return readdirSync(join(folder, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `./${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`)
  }
  return Object.entries(exports)
    .filter(([path, target]) => typeof target === "string" && path !== "./package.json")
    .flatMap(([path, target]) =>
      split(path) === undefined ? [[path, target]] : expand(exports, path, target, files(target))
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
