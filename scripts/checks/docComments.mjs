import { readFileSync } from "node:fs"
import { join } from "node:path"
import { folderOf, manifestOf, publishedPackages } from "../release/packages.mjs"
import { publicModules } from "../release/publicModules.mjs"

const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/

const SERVICE = /^export class \w+ extends Context\.Service</
const SERVICE_END = /^>\(\)\("/
const METHOD = /^ {2,4}(?:\{ )?readonly (\w+)\??:/

/** The methods of the services of a module without a doc comment, as `{ name, line }`. */
export const undocumentedMethods = (text) => {
  const lines = text.split("\n")
  const found = []
  let isInService = false
  lines.forEach((line, index) => {
    if (SERVICE.test(line)) isInService = true
    if (SERVICE_END.test(line)) isInService = false
    const [, name] = METHOD.exec(line) ?? []
    if (!isInService || name === undefined || lines[index - 1]?.trim().endsWith("*/")) return
    found.push({ name, line: index + 1 })
  })
  return found
}

/**
 * The exports of a module without a doc comment, as `{ name, line }`. A schema and its type, or the overloads of a function,
 * share one.
 */
export const undocumentedExports = (text) => {
  const lines = text.split("\n")
  const documented = new Set()
  const first = new Map()
  lines.forEach((line, index) => {
    const [, name] = EXPORT.exec(line) ?? []
    if (name === undefined) return
    if (lines[index - 1]?.trim().endsWith("*/")) documented.add(name)
    else if (!first.has(name)) first.set(name, index + 1)
  })
  return [...first].filter(([name]) => !documented.has(name)).map(([name, line]) => ({ name, line }))
}

/** Where public modules of published packages have an export, or a method of a service, without a doc comment: one line each. */
export const undocumentedPublicExports = () =>
  publishedPackages().flatMap((name) =>
    publicModules(manifestOf(name), folderOf(name))
      .filter(([, file]) => file.endsWith(".ts"))
      .flatMap(([, file]) => {
        const text = readFileSync(join(folderOf(name), file), "utf8")
        return [...undocumentedExports(text), ...undocumentedMethods(text)].map(
          (found) => `packages/${name}/${file.slice(2)}:${found.line} ${found.name} has no doc comment`
        )
      })
  )
