import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { unpackTar } from "modern-tar"
import { describe, expect, it } from "vitest"
import { faultsOfTarball, filesOfTarball } from "../../release/lint.mjs"
import { tarballsOf } from "./support/project.mjs"

const tarballs = await tarballsOf()

/** The paths and texts of the files of a tarball. */
const textsOf = async (file) => {
  const entries = await unpackTar(gunzipSync(readFileSync(file)))
  return new Map(
    entries.map(({ header, data }) => [header.name.replace(/^package\//, ""), new TextDecoder().decode(data)])
  )
}

/** The sources that the maps of a tarball name, as paths in it, by the path of the map. */
const sourcesOfMaps = (texts) =>
  [...texts]
    .filter(([path]) => path.endsWith(".map"))
    .map(([path, text]) => [path, JSON.parse(text).sources.map((source) => join(dirname(path), source))])

describe("the packed packages", () => {
  it.for(tarballs)("$name has no fault in its manifest, contents, size and types", async (tarball) => {
    expect(await faultsOfTarball(tarball)).toEqual([])
  })

  it("have source maps, and no declarations of sealed modules", () => {
    const files = filesOfTarball(tarballs.find(({ name }) => name === "@landfall/core").file)
    for (const path of ["Journey.js", "Journey.js.map", "Journey.d.ts", "internal/route/Route.js"]) {
      expect(files).toContain(`dist/tracking/journey/${path}`)
    }
    expect(files).not.toContain("dist/tracking/journey/internal/route/Route.d.ts")
  })

  it.for(tarballs)(
    "$name has declaration maps exactly where the sources that they name are",
    async ({ file, name }) => {
      const texts = await textsOf(file)
      const maps = sourcesOfMaps(texts)
      for (const script of [...texts.keys()].filter((path) => path.endsWith(".js") && texts.has(`${path}.map`))) {
        expect(texts.get(script)).toMatch(/\n\/\/# sourceMappingURL=[\w.-]+\.js\.map\n$/)
      }
      expect(maps.some(([path]) => path.endsWith(".js.map"))).toBe(true)
      const hasSources = [...texts.keys()].some((path) => path.startsWith("src/"))
      expect(hasSources).toBe(name !== "@landfall/core")
      expect(maps.some(([path]) => path.endsWith(".d.ts.map"))).toBe(hasSources)
      if (hasSources) expect(maps.filter(([, sources]) => !sources.every((source) => texts.has(source)))).toEqual([])
    }
  )

  it("have their files ordered by kind, which compresses them best", () => {
    const files = filesOfTarball(tarballs.find(({ name }) => name === "@landfall/core").file)
    const kinds = files
      .filter((path) => /\.(?:js|ts|map)$/.test(path))
      .map((path) => /(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path)?.[0])
    const changes = kinds.filter((kind, index) => kind !== kinds[index - 1])
    expect(changes).toEqual([".js", ".d.ts", ".js.map"])
  })
})
