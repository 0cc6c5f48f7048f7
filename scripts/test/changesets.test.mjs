import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ROOT } from "../launcher/paths.mjs"
import { manifestOf, publishedPackages } from "../release/packages.mjs"

describe("the pending changesets", () => {
  it("name published packages only, without which no version can be made", () => {
    const published = publishedPackages().map((name) => manifestOf(name).name)
    const folder = join(ROOT, ".changeset")
    const unknown = readdirSync(folder)
      .filter((file) => file.endsWith(".md") && file !== "README.md")
      .flatMap((file) => {
        const [, front] = readFileSync(join(folder, file), "utf8").split("---\n")
        const names = [...front.matchAll(/^"(.+)":/gm)].map(([, name]) => name)
        return names.filter((name) => !published.includes(name)).map((name) => `${file}: ${name}`)
      })
    expect(unknown).toEqual([])
  })
})
