import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../launcher/paths.mjs"

const FOLDER = "packages/storage/src/migrations"
const NAME = /^(\d{4})_[A-Za-z0-9_]+\.ts$/

/**
 * Whether the migrations here follow those of the main history: numbers unique and consecutive from 1, nothing that
 * the main history holds changed or removed, every new number above its newest. Says what is wrong, and what to do.
 */
export const checkMigrations = () => {
  const here = filesHere()
  const bases = findBases()
  const faults = [
    ...numberFaults(Object.keys(here)),
    ...bases.flatMap((commit) => historyFaults(here, filesAt(commit)))
  ]
  const against =
    bases.length === 0 ? "no history at hand, so numbers alone are checked" : `against ${bases.join(", ")}`
  console.log(`${Object.keys(here).length} migrations, ${against}`)
  for (const fault of new Set(faults)) console.error(fault)
  return faults.length === 0
}

/** Pure: what is wrong with the numbers of these file names. */
export const numberFaults = (names) => {
  const misnamed = names.filter((name) => !NAME.test(name))
  const numbered = names.filter((name) => NAME.test(name)).sort()
  return [
    ...misnamed.map((name) => `${FOLDER}/${name}: name it NNNN_what_it_does.ts`),
    ...numbered.flatMap((name, index) =>
      numberOf(name) === index + 1
        ? []
        : [`${FOLDER}/${name}: its number is to be ${pad(index + 1)}, without gap or repeat`]
    )
  ]
}

/** Pure: where the files `here` go against those of the main history, both given as `{ name: text }`. */
export const historyFaults = (here, main) => {
  const newest = Math.max(
    0,
    ...Object.keys(main)
      .filter((name) => NAME.test(name))
      .map(numberOf)
  )
  const kept = Object.entries(main).flatMap(([name, text]) => {
    if (!(name in here)) return [`${FOLDER}/${name}: is on the main history and was removed: restore it`]
    return here[name] === text ? [] : [`${FOLDER}/${name}: is on the main history and was changed: add a new migration`]
  })
  const added = Object.keys(here)
    .filter((name) => !(name in main) && NAME.test(name) && numberOf(name) <= newest)
    .map((name) => `${FOLDER}/${name}: its number is not above ${pad(newest)}, the newest on the main history`)
  return [...kept, ...added]
}

const numberOf = (name) => Number(name.slice(0, 4))
const pad = (number) => String(number).padStart(4, "0")

const filesHere = () => {
  const folder = join(ROOT, FOLDER)
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]))
}

const git = (...args) => {
  try {
    return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  } catch {
    // No git, no repository, or no such commit: the caller has a next best thing.
    return undefined
  }
}

/**
 * The commits to compare with: the one where we left origin/main; on origin/main itself, or without one, the commit
 * before this one. None in a shallow clone or without git.
 */
const findBases = () => {
  const head = git("rev-parse", "HEAD")?.trim()
  const fork = git("merge-base", "HEAD", "origin/main")?.trim()
  const candidates = fork === undefined ? ["HEAD~1"] : fork === head ? ["origin/main", "HEAD~1"] : [fork]
  return candidates.filter((commit) => git("rev-parse", "--verify", "--quiet", `${commit}^{commit}`))
}

const filesAt = (commit) => {
  const list = git("ls-tree", "--name-only", commit, `${FOLDER}/`) || ""
  const names = list.split("\n").filter((path) => path.endsWith(".ts"))
  return Object.fromEntries(names.map((path) => [path.slice(FOLDER.length + 1), git("show", `${commit}:${path}`)]))
}
