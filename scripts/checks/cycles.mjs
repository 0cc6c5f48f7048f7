import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { ROOT } from "../launcher/paths.mjs"
import { packagesWith, sourcesIn } from "./tool.mjs"

const IMPORT = /\b(?:import|export)\s[^"';]*?\sfrom\s+"(\.[^"]+)"/g

/** The files that a TypeScript file imports by a relative path, type imports included. */
const importsOf = (file) => {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")
  return Array.from(text.matchAll(IMPORT), ([, specifier]) => resolve(dirname(file), specifier)).filter(existsSync)
}

/** A folder counts as one with all that is below its `internal/`. */
const folderOf = (file) => dirname(file).replace(/\/internal(?:\/.*)?$/, "")

/** Whether a file is below an `internal/`, whose folders must not form a cycle either. */
const isInternal = (file) => /\/internal\//.test(file)

/**
 * The strongly connected components of more than one node, each sorted (Tarjan, 1972).
 *
 * @param edges a map from each node to the set of nodes that it depends on
 */
const cyclesIn = (edges) => {
  const indexes = new Map()
  const lowest = new Map()
  const stack = []
  const cycles = []
  const visit = (node) => {
    indexes.set(node, indexes.size)
    lowest.set(node, indexes.get(node))
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!indexes.has(next)) {
        visit(next)
        lowest.set(node, Math.min(lowest.get(node), lowest.get(next)))
      } else if (stack.includes(next)) {
        lowest.set(node, Math.min(lowest.get(node), indexes.get(next)))
      }
    }
    if (lowest.get(node) !== indexes.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) cycles.push(component.sort())
  }
  for (const node of edges.keys()) if (!indexes.has(node)) visit(node)
  return cycles
}

const addEdge = (edges, from, to) => {
  if (!edges.has(from)) edges.set(from, new Set())
  if (from !== to) edges.get(from).add(to)
}

/** The import cycles of files and of folders in one folder of sources, as lines of paths relative to it. */
export const cyclesOfSources = (folder) => {
  const files = new Map()
  const folders = new Map()
  for (const file of sourcesIn(folder)) {
    addEdge(files, file, file)
    addEdge(folders, folderOf(file), folderOf(file))
    for (const imported of importsOf(file)) {
      addEdge(files, file, imported)
      addEdge(folders, folderOf(file), folderOf(imported))
      if (isInternal(file) && isInternal(imported)) addEdge(folders, dirname(file), dirname(imported))
    }
  }
  const lineOf = (kind) => (cycle) =>
    `${kind} import each other: ${cycle.map((path) => relative(folder, path) || ".").join(", ")}`
  return [...cyclesIn(files).map(lineOf("files")), ...cyclesIn(folders).map(lineOf("folders"))]
}

/** Prints every cycle of every package. Returns whether there is none. */
export const checkCycles = () => {
  const lines = packagesWith("src").flatMap((name) =>
    cyclesOfSources(join(ROOT, "packages", name, "src")).map((line) => `packages/${name}/src: ${line}`)
  )
  for (const line of lines) console.log(line)
  return lines.length === 0
}
