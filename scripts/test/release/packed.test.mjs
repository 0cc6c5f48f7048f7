import { describe, expect, it } from "vitest"
import { faultsOfTarball, filesOfTarball } from "../../release/lint.mjs"
import { tarballsOf } from "./support/project.mjs"

const tarballs = await tarballsOf()

describe("the packed packages", () => {
  it.for(tarballs)("$name has no fault in its manifest, contents, size and types", async (tarball) => {
    expect(await faultsOfTarball(tarball)).toEqual([])
  })

  it("have source maps, and no declarations of sealed modules", () => {
    const files = filesOfTarball(tarballs.find(({ name }) => name === "@landfall/core").file)
    for (const path of ["Journey.js", "Journey.js.map", "Journey.d.ts", "internal/Route.js"]) {
      expect(files).toContain(`dist/tracking/journey/${path}`)
    }
    expect(files).not.toContain("dist/tracking/journey/internal/Route.d.ts")
  })

  it("have their files ordered by kind, which compresses them best", () => {
    const files = filesOfTarball(tarballs.find(({ name }) => name === "@landfall/core").file)
    const kinds = files
      .filter((path) => /\.(?:js|ts|map)$/.test(path))
      .map((path) => /(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path)?.[0])
    const changes = kinds.filter((kind, index) => kind !== kinds[index - 1])
    expect(changes).toEqual([".js", ".d.ts", ".js.map"])
  })
})
