import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../launcher/paths.mjs"

const FOLDER = "packages/storage/src/migrations"
const NAME = /^(\d{4})_[A-Za-z0-9_]+\.ts$/

/**
 * Checks the migrations against the main history: numbers are unique and consecutive from 1, the code of no migration of
 * the main history is changed or removed (comments may change), and every new number is above its newest. Prints each fault
 * with its remedy.
 */
export const checkMigrations = () => {
  const here = filesHere()
  const bases = findBases()
  const faults = [
    ...numberFaults(Object.keys(here)),
    ...bases.flatMap((commit) => historyFaults(here, filesAt(commit)))
  ]
  const against = bases.length === 0 ? "no main history, only the numbers are checked" : `against ${bases.join(", ")}`
  console.log(`${Object.keys(here).length} migrations, ${against}`)
  for (const fault of new Set(faults)) console.error(fault)
  return faults.length === 0
}

/** The faults in the numbers of file names. */
export const numberFaults = (names) => {
  const misnamed = names.filter((name) => !NAME.test(name))
  const numbered = names.filter((name) => NAME.test(name)).sort()
  return [
    ...misnamed.map((name) => `${FOLDER}/${name}: name it NNNN_what_it_does.ts`),
    ...numbered.flatMap((name, index) =>
      numberOf(name) === index + 1
        ? []
        : [`${FOLDER}/${name}: the number must be ${pad(index + 1)}, without gaps and repeats`]
    )
  ]
}

/** The faults of the files `here` against those of the main history, both as `{ name: text }`. */
export const historyFaults = (here, main) => {
  const newest = Math.max(
    0,
    ...Object.keys(main)
      .filter((name) => NAME.test(name))
      .map(numberOf)
  )
  const missingOrChanged = Object.entries(main).flatMap(([name, text]) => {
    if (!(name in here)) return [`${FOLDER}/${name}: the migration is on the main history and was removed: restore it`]
    return codeOf(here[name]) === codeOf(text)
      ? []
      : [`${FOLDER}/${name}: the migration is on the main history and was changed: restore it and add a new migration`]
  })
  const added = Object.keys(here)
    .filter((name) => !(name in main) && NAME.test(name) && numberOf(name) <= newest)
    .map((name) => `${FOLDER}/${name}: the number is not above ${pad(newest)}, the newest on the main history`)
  return [...missingOrChanged, ...added]
}

/** The text of a migration without comments, which begin and end on a separate line. */
const codeOf = (text) => text.replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\n|^\s*\/\/.*\n/gm, "")

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
    // No git, no repository, or no such commit: the caller uses the next candidate.
    return undefined
  }
}

/**
 * The commits to compare with: the commit at which this branch left origin/main; on origin/main itself, or without it,
 * the previous commit. None in a shallow clone or without git.
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
