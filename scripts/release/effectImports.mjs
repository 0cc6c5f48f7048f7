import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../launcher/paths.mjs"

const EFFECT = join(ROOT, "node_modules", "effect", "dist")
const IMPORT = /^import \{ ([^}]+) \} from "(effect(?:\/[a-z-]+)?)";/gm

/** The modules of a barrel of effect by the name of their export: `Option` is all of `effect/Option`. */
const readBarrel = (barrel) => {
  const area = barrel.slice("effect".length)
  const file = join(EFFECT, area, "index.js")
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")
  const namespaces = [...text.matchAll(/^export \* as (\w+) from "\.\/(\w+)\.js"/gm)].map(([, name, module]) => [
    name,
    { module: `effect${area}/${module}`, isNamespace: true }
  ])
  const named = [...text.matchAll(/^export \{([^}]+)\} from "\.\/(\w+)\.js"/gm)].flatMap(([, names, module]) =>
    names.split(",").map((name) => [name.trim(), { module: `effect${area}/${module}`, isNamespace: false }])
  )
  return new Map([...namespaces, ...named])
}

const barrels = new Map()

const barrelOf = (name) => {
  if (!barrels.has(name)) barrels.set(name, readBarrel(name))
  return barrels.get(name)
}

/**
 * The text of a module with imports of the modules of effect in place of those of its barrels, on the same line:
 * `import { Option } from "effect"` loads all of effect, `import * as Option from "effect/Option"` a tenth of it.
 */
export const withDirectImports = (text) =>
  text.replaceAll(IMPORT, (statement, names, from) => {
    const barrel = barrelOf(from)
    if (barrel === undefined) return statement
    return names
      .split(",")
      .map((part) => {
        const [name, alias = name] = part.trim().split(" as ")
        const found = barrel.get(name)
        if (found === undefined) throw new Error(`${from} has no export ${name}`)
        if (found.isNamespace) return `import * as ${alias} from "${found.module}";`
        return `import { ${name === alias ? name : `${name} as ${alias}`} } from "${found.module}";`
      })
      .join(" ")
  })
