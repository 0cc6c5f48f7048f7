import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { decode } from "@jridgewell/sourcemap-codec"
import { transformSync } from "rolldown/utils"
import { describe, expect, it } from "vitest"
import { runCommand } from "../../release/command.mjs"
import { compactDeclaration } from "../../release/declaration.mjs"
import { withDirectImports } from "../../release/effectImports.mjs"
import { writeFiles } from "../../release/install.mjs"
import { contentFaults, faultsOfTarball, MAX_BYTES, manifestFaults } from "../../release/lint.mjs"
import { publicModules } from "../../release/publicModules.mjs"
import { publishConfigOf } from "../../release/publishConfig.mjs"
import { minifyScript } from "../../release/script.mjs"
import { orderBySimilarity } from "../../release/similarity.mjs"

const SOURCE = `interface Port { readonly name: string }

export class Berth {
  readonly port: Port
  constructor(port: Port) {
    this.port = port
  }
}

const describe = (berth: Berth) => {
  const berthName = berth.port.name
  if (berthName === berthName.trim()) console.assert(berthName.length > 0)
  return \`
    \${berthName}
  \`
}

export const names = (ports: ReadonlyArray<Port>) =>
  ports
    .map((port) => new Berth(port))
    .map((berth) => describe(berth).trim())
`

/** The script of `SOURCE`, and the text of the source to which each of its lines is mapped; undefined for none. */
const minified = () => {
  const { code: script, map } = transformSync("Berth.ts", SOURCE, { lang: "ts", sourcemap: true })
  const { code, mappings } = minifyScript("Berth.js", script, map)
  const sourceLines = SOURCE.split("\n")
  const mapped = decode(mappings).map((segments) => {
    expect(segments.length).toBeLessThan(2)
    return segments.length === 0 ? undefined : sourceLines[segments[0][2]].trim()
  })
  return { code, lines: code.split("\n"), mapped }
}

describe("a minified script", () => {
  it("does what its source does, and keeps the names that stack traces show", async () => {
    const { code } = minified()
    const { Berth, names } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect(Berth.name).toBe("Berth")
    expect(names([{ name: "Rotterdam" }])).toEqual(["Rotterdam"])
    expect(code).toContain("const describe=")
    expect(code).not.toContain("berthName")
  })

  it("has a line for each statement and body that begins a line of the source, and a map that leads there", () => {
    const { lines, mapped } = minified()
    for (const [part, source] of [
      ["export class Berth", "export class Berth {"],
      ["this.port=", "this.port = port"],
      [".port.name", "const berthName = berth.port.name"],
      ["console.assert", "if (berthName === berthName.trim()) console.assert(berthName.length > 0)"],
      ["return`", "return `"],
      ["export const names", "export const names = (ports: ReadonlyArray<Port>) =>"],
      ["e.map(", "ports"],
      ["new Berth(", ".map((port) => new Berth(port))"],
      ["describe(", ".map((berth) => describe(berth).trim())"]
    ]) {
      const at = lines.findIndex((line) => line.includes(part))
      expect([part, mapped[at]]).toEqual([part, source])
    }
    const text = lines.indexOf("    ${")
    expect([text >= 0, mapped[text], mapped[text + 1]]).toEqual([
      true,
      undefined,
      expect.stringContaining("{berthName}")
    ])
  })
})

const DECLARATION = `/**
 * The berths of a port, in the order
 * of their names.
 *
 * - a berth: one vessel
 * - a quay: several
 *   vessels
 */
export interface Berths {
    /** Metres. */
    readonly length: number;
    /**
     * \`\`\`ts
     *   const berth = 1
     * \`\`\`
     */
    readonly example: string;
}
`

describe("a declaration that no map names", () => {
  it("is not indented, and has each paragraph of its documentation on one line", () => {
    expect(compactDeclaration(DECLARATION)).toBe(`/**
 * The berths of a port, in the order of their names.
 *
 * - a berth: one vessel
 * - a quay: several vessels
 */
export interface Berths {
/** Metres. */
readonly length: number;
/**
 * \`\`\`ts
 *   const berth = 1
 * \`\`\`
 */
readonly example: string;
}
`)
  })
})

describe("imports of effect", () => {
  it("become imports of its modules on the same line, and others stay", () => {
    expect(
      withDirectImports('import { Array as Arr, Option, pipe } from "effect";\nimport { Port } from "./Port.js";')
    ).toBe(
      'import * as Arr from "effect/Array"; import * as Option from "effect/Option"; import { pipe } from "effect/Function";\nimport { Port } from "./Port.js";'
    )
    expect(withDirectImports('import { HttpClient } from "effect/http";')).toBe(
      'import * as HttpClient from "effect/http/HttpClient";'
    )
    expect(withDirectImports('import { constTrue } from "effect/Function";')).toContain("{ constTrue }")
  })

  it("of a name that effect does not export stop the build", () => {
    expect(() => withDirectImports('import { Optional } from "effect";')).toThrow("effect has no export Optional")
  })
})

describe("the files of a tarball", () => {
  it("follow the files that are most similar to them, and are the same in every build", () => {
    const entry = (name, text) => ({ name, data: Buffer.from(text.repeat(40)) })
    const entries = [
      entry("berth", "berths, quays and basins; "),
      entry("vessel", "container vessels under way "),
      entry("quay", "berths, quays and basins: "),
      entry("fleet", "container vessels at anchor ")
    ]
    const names = orderBySimilarity(entries).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(["berth", "quay"])
    expect(names.toSorted()).toEqual(["berth", "fleet", "quay", "vessel"])
    expect(orderBySimilarity(entries).map(({ name }) => name)).toEqual(names)
    expect(orderBySimilarity([])).toEqual([])
  })
})

const manifest = {
  name: "@landfall/probe",
  version: "1.0.0",
  type: "module",
  license: "MIT",
  sideEffects: false,
  exports: { "./Probe": "./dist/Probe.js" },
  files: ["dist"],
  peerDependencies: { effect: "^4.1.0" },
  publishConfig: { access: "public" }
}

describe("a published manifest", () => {
  it("exports the build in place of the sources", () => {
    const config = publishConfigOf({ bin: { probe: "./src/bin.ts" }, exports: { "./a/B": "./src/a/B.ts" } })
    expect(config).toEqual({
      access: "public",
      bin: { probe: "./dist/bin.js" },
      exports: { "./a/B": "./dist/a/B.js", "./package.json": "./package.json" }
    })
  })

  it("makes public what a pattern of its exports matches, and not what is sealed", () => {
    const folder = mkdtempSync(join(tmpdir(), "landfall-probe-"))
    try {
      const files = ["a/B.ts", "a/C.ts", "a/internal/D.ts", "e.d.ts", "Extra.ts"]
      writeFiles(folder, Object.fromEntries(files.map((file) => [`src/${file}`, ""])))
      const exports = {
        "./*": "./src/*.ts",
        "./a/C": null,
        "./a/internal/*": null,
        "./Extra": "./src/a/B.ts",
        "./package.json": "./package.json"
      }
      expect(publicModules({ exports }, folder)).toEqual([
        ["./Extra", "./src/a/B.ts"],
        ["./a/B", "./src/a/B.ts"]
      ])
      expect(publicModules({}, folder)).toEqual([])
      expect(publishConfigOf({ exports }).exports).toMatchObject({ "./*": "./dist/*.js", "./a/C": null })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("has ranges of the registry, effect as a peer, and only exports of the build", () => {
    expect(manifestFaults(manifest)).toEqual([])
    const faults = manifestFaults({
      ...manifest,
      sideEffects: true,
      dependencies: { effect: "catalog:", "@landfall/core": "workspace:^" },
      exports: { "./Probe": "./src/Probe.ts" }
    })
    for (const fault of [
      "effect is catalog:",
      "@landfall/core is workspace:^",
      "a peer only",
      "sideEffects",
      "./src/Probe.ts"
    ]) {
      expect(faults.join("\n")).toContain(fault)
    }
  })
})

/** Packs a folder with these files as npm would. */
const pack = async (files) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-probe-"))
  const contents = { "package.json": JSON.stringify(manifest), ...files }
  await runCommand("mkdir", ["-p", join(folder, "package", "dist")])
  for (const [path, text] of Object.entries(contents)) writeFileSync(join(folder, "package", path), text)
  const file = join(folder, "probe.tgz")
  const { code, output } = await runCommand("tar", ["-czf", file, "-C", folder, "package"])
  if (code !== 0) throw new Error(output)
  return { folder, tarball: { name: manifest.name, file, bytes: 1000 } }
}

describe("the faults of a tarball", () => {
  it("are none for a valid package, and each tool finds its own", async () => {
    const texts = { LICENSE: "MIT", "README.md": "# Probe\n", "THIRD_PARTY_NOTICES.md": "None.\n" }
    const good = await pack({
      ...texts,
      "dist/Probe.js": "export const a = 1\n",
      "dist/Probe.d.ts": "export declare const a = 1;\n"
    })
    const bad = await pack({
      "dist/Probe.js": "module.exports = 1\n",
      "dist/Probe.d.ts": 'export * from "./Missing"\n',
      "dist/Other.ts": "export {}\n"
    })
    try {
      expect(await faultsOfTarball(good.tarball)).toEqual([])
      const faults = (await faultsOfTarball(bad.tarball)).join("\n")
      for (const fault of ["LICENSE is missing", "dist/Other.ts does not belong", "publint reports", "attw reports"]) {
        expect(faults).toContain(fault)
      }
    } finally {
      for (const { folder } of [good, bad]) rmSync(folder, { recursive: true, force: true })
    }
  })

  it("include a size over the limit of the package", async () => {
    const { folder, tarball } = await pack({ LICENSE: "", "README.md": "", "THIRD_PARTY_NOTICES.md": "" })
    const name = "@landfall/core"
    const most = MAX_BYTES[name]
    try {
      expect(contentFaults({ ...tarball, name, bytes: most })).toEqual([])
      expect(contentFaults({ ...tarball, name, bytes: most + 1 })).toEqual([
        `${name}: ${most + 1} bytes packed, at most ${most} are allowed`
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
