import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { cyclesOfSources } from "../checks/cycles.mjs"

const folder = mkdtempSync(join(tmpdir(), "landfall-cycles-"))
let trees = 0

/** A folder with these files: path to text. */
const treeOf = (files) => {
  const root = join(folder, String(++trees))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

describe("the check for import cycles", () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("passes files and folders that import in one direction", () => {
    const root = treeOf({
      "ports/Port.ts": "export const port = 1",
      "routes/Route.ts": 'import { port } from "../ports/Port.ts"\nexport const route = port',
      "routes/internal/Leg.ts": 'import type { route } from "../Route.ts"\nexport type Leg = typeof route'
    })
    expect(cyclesOfSources(root)).toEqual([])
  })

  it("reports files that import each other, types included", () => {
    const root = treeOf({
      "A.ts": 'import type { B } from "./B.ts"\nexport type A = B',
      "B.ts": 'import {\n  type A\n} from "./A.ts"\nexport type B = A'
    })
    expect(cyclesOfSources(root)).toEqual(["files import each other: A.ts, B.ts"])
  })

  it("reads files with JSX too", () => {
    const root = treeOf({
      "A.tsx": 'import { B } from "./B.tsx"\nexport const A = B',
      "B.tsx": 'import { A } from "./A.tsx"\nexport const B = A'
    })
    expect(cyclesOfSources(root)).toEqual(["files import each other: A.tsx, B.tsx"])
  })

  it("reports folders that import each other although their files do not", () => {
    const root = treeOf({
      "ports/Port.ts": "export const port = 1",
      "ports/Search.ts": 'import { route } from "../routes/Route.ts"\nexport const search = route',
      "routes/Route.ts": 'import { port } from "../ports/Port.ts"\nexport const route = port'
    })
    expect(cyclesOfSources(root)).toEqual(["folders import each other: ports, routes"])
  })

  it("passes folders below an internal folder that import the folder around it", () => {
    const root = treeOf({
      "routes/Port.ts": "export const port = 1",
      "routes/Route.ts": 'import { leg } from "./internal/legs/Leg.ts"\nexport const route = leg',
      "routes/internal/legs/Leg.ts": 'import { port } from "../../Port.ts"\nexport const leg = port'
    })
    expect(cyclesOfSources(root)).toEqual([])
  })

  it("reports folders below an internal folder that import each other", () => {
    const root = treeOf({
      "routes/internal/gates/Gate.ts": "export const gate = 1",
      "routes/internal/gates/Search.ts": 'import { leg } from "../legs/Leg.ts"\nexport const search = leg',
      "routes/internal/legs/Leg.ts": 'import { gate } from "../gates/Gate.ts"\nexport const leg = gate'
    })
    expect(cyclesOfSources(root)).toEqual(["folders import each other: routes/internal/gates, routes/internal/legs"])
  })

  it("ignores an import that is only mentioned in a comment", () => {
    const root = treeOf({
      "A.ts": '/** import { b } from "./B.ts" */\nexport const a = 1',
      "B.ts": 'import { a } from "./A.ts"\nexport const b = a'
    })
    expect(cyclesOfSources(root)).toEqual([])
  })
})
