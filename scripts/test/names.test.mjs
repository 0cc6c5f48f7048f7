import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ROOT } from "../launcher/paths.mjs"
import { publicModules } from "../release/publicModules.mjs"

/** Decisions state the names of their time. */
const isCurrent = (file) => !/node_modules|docs\/(?:adr|site)\/|CHANGELOG/.test(file)

const read = (file) => readFileSync(join(ROOT, file), "utf8")
const filesOf = (...patterns) =>
  globSync(patterns, { cwd: ROOT, exclude: (file) => !isCurrent(file) }).filter(isCurrent)

const DOCUMENTS = filesOf("*.md", "docs/**/*.md", "packages/**/README.md", "scripts/README.md", "examples/**/*.md")
const DEPLOYMENT = filesOf("deploy/*", "compose.yaml", "Dockerfile", "docs/operations/*")
const SOURCES = filesOf("packages/*/src/**/*.{ts,tsx}")
const SCRIPTS = filesOf("scripts/**/*.mjs").filter((file) => !file.startsWith("scripts/test/"))

/** An operation of carriers, by DCSA Track & Trace. */
const CARRIERS_OPERATION = "GET /v2/events"

/** The texts that match a pattern, each with its file. */
const mentions = (files, pattern) =>
  files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name]) => ({ file, name })))

/** The mentions whose name does not exist, of which there are none. */
const unknown = (found, exists) => found.filter(({ name }) => !exists(name)).map(({ file, name }) => `${file}: ${name}`)

describe("the names in documents, messages and deployment files", () => {
  it("are settings that exist", () => {
    const settings = new Set(
      mentions(filesOf("packages/landfall/src/settings/*.ts"), /name: "([A-Z_]+)"/g).map(({ name }) => name)
    )
    // The variable of the receivers that the guides show; it is the customer's own.
    settings.add("LANDFALL_SECRET")
    const found = mentions(
      [...DOCUMENTS, ...DEPLOYMENT, ...SOURCES, ...filesOf(".changeset/*.md")],
      /\b(LANDFALL_[A-Z_]*[A-Z])\b/g
    )
    expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThan(30)
    expect(unknown(found, (name) => settings.has(name))).toEqual([])
  })

  it("are scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const found = mentions(
      [...DOCUMENTS, ...SOURCES, ...SCRIPTS, ...DEPLOYMENT],
      /npm run (?:-s |--silent )?([a-z][a-z:-]*)/g
    )
    expect(found.length).toBeGreaterThan(50)
    expect(unknown(found, (name) => name in scripts)).toEqual([])
  })

  it("are areas of benchmarks that exist", () => {
    const [, areas = ""] = /const AREAS = \{(.*?)\n\}/s.exec(read("packages/bench/src/main.ts")) ?? []
    const names = new Set([...areas.matchAll(/^ {2}(\w+)[:,]/gm)].map(([, name]) => name))
    const found = mentions(DOCUMENTS, /npm run bench -- ([a-z0-9]+)/g)
    expect(found.length).toBeGreaterThan(5)
    expect(unknown(found, (name) => names.has(name))).toEqual([])
  })

  it("are operations of the contract", () => {
    const operations = [...read("docs/contract.md").matchAll(/`(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^`\s?]+)`/g)]
    const isParameter = (segment) => /^[{:]|^[A-Z]+$|^ep_|^msg_|^shp_|^…/.test(segment)
    const patterns = operations.map(([, method, path]) => ({ method, segments: path.split("/").slice(1) }))
    const exists = (text) => {
      const [method, path] = text.split(" ")
      const segments = path.split("/").slice(1)
      const matches = (pattern) => {
        const end = pattern.segments.slice(-segments.length)
        return end.length === segments.length && end.every((part, at) => part === segments[at] || isParameter(part))
      }
      return text === CARRIERS_OPERATION || patterns.some((pattern) => pattern.method === method && matches(pattern))
    }
    const files = DOCUMENTS.filter((file) => file !== "docs/contract.md")
    const found = mentions(files, /`((?:GET|POST|PUT|PATCH|DELETE) \/[^\s`?…]*[^\s`?…/])/g)
    expect(found.length).toBeGreaterThan(60)
    expect(unknown(found, exists)).toEqual([])
  })

  it("are public modules of the packages, or folders of them", () => {
    const modules = filesOf("packages/*/package.json").flatMap((file) => {
      const manifest = JSON.parse(read(file))
      const folder = join(ROOT, file, "..")
      return publicModules(manifest, folder).map(([path]) => `${manifest.name}${path.slice(1)}`)
    })
    const exists = (name) => modules.some((module) => module === name || module.startsWith(`${name}/`))
    const found = mentions(DOCUMENTS, /(@landfall\/[a-z]+\/\w[\w/]*)/g)
    expect(found.length).toBeGreaterThan(50)
    // The pattern of a service.
    expect(unknown(found, (name) => name === "@landfall/core/area/X" || exists(name))).toEqual([])
  })

  it("are functions and properties of the code", () => {
    const code = [...SOURCES, ...SCRIPTS, ...filesOf("packages/*/test/**/*.ts", "examples/*/src/**/*.ts")]
    const names = new Set(code.flatMap((file) => read(file).match(/\b[a-z]\w*[A-Z]\w*/g) ?? []))
    // Names of other programs: a list of MCP hosts, and a permission of Deno.
    for (const name of ["mcpServers", "systemMemoryInfo"]) names.add(name)
    const found = mentions(DOCUMENTS, /`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)
    expect(found.length).toBeGreaterThan(300)
    expect(unknown(found, (name) => names.has(name))).toEqual([])
  })

  it("are files and folders that exist", () => {
    const all = filesOf(
      "**/*.{ts,tsx,mjs,cjs,js,md,json,yml,yaml,txt,grit,sql}",
      "**/.*.json",
      "deploy/*",
      ".changeset/*"
    )
    const paths = new Set(all)
    for (const file of all) {
      for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) paths.add(file.slice(0, at))
    }
    const list = [...paths]
    // What agents, backups, exports, builds and packed packages contain.
    const elsewhere =
      /^(?:\/|claude_desktop_config\.json|landfall-export\.json|\.(?:cursor|vscode)\/|manifest\.json|docs\/site\/|dist\/|data\/|Landfall\/)/
    const exists = (name) => {
      const path = name.replace(/^(?:\.\.?\/)+/, "").replace(/\/$/, "")
      return elsewhere.test(name) || paths.has(path) || list.some((file) => file.endsWith(`/${path}`))
    }
    const prose = (file) => ({ file, text: read(file).replaceAll(/```.*?```/gs, "") })
    const found = DOCUMENTS.map(prose).flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:[\w.@-]+\/)*[\w.@-]+\.(?:ts|tsx|mjs|js|md|json|yml|grit)|(?:[\w.-]+\/)+)`/g)].map(
        ([, name]) => ({ file, name })
      )
    )
    expect(found.length).toBeGreaterThan(300)
    expect(unknown(found, exists)).toEqual([])
  })
})
