import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runCommand } from "../../release/command.mjs"
import { withDirectImports } from "../../release/effectImports.mjs"
import { writeFiles } from "../../release/install.mjs"
import { contentFaults, faultsOfTarball, MAX_BYTES, manifestFaults } from "../../release/lint.mjs"
import { publicModules } from "../../release/publicModules.mjs"
import { publishConfigOf } from "../../release/publishConfig.mjs"
import { decodeSegment, encodeSegment, mappingsByLine } from "../../release/sourceMap.mjs"

describe("a source map", () => {
  it("encodes what it decodes", () => {
    for (const numbers of [[0], [1, -1], [15, 16, -16, 1023], [-123_456, 0, 7]]) {
      expect(decodeSegment(encodeSegment(numbers))).toEqual(numbers)
    }
  })

  it("keeps the line of the first segment of each line with a word", () => {
    // Line 1 comes from line 5 and has two segments, line 2 has none, line 3 is a brace, line 4 comes from line 7.
    const segments = [
      `${encodeSegment([0, 0, 4, 2])},${encodeSegment([3, 0, 0, 5])}`,
      "",
      encodeSegment([0, 0, 1, -4]),
      encodeSegment([2, 0, 1, 0])
    ]
    const text = "first(second)\n\n}\nfourth"
    const expected = [encodeSegment([0, 0, 4, 0]), "", "", encodeSegment([0, 0, 2, 0])]
    expect(mappingsByLine(segments.join(";"), text)).toBe(expected.join(";"))
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
  it("are none for a package in order, and each tool finds its own", async () => {
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
