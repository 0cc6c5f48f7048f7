import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { linkFaults } from "../docs/links.mjs"
import { referencePackages, writeSite } from "../docs/site.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { folderOf, manifestOf } from "../release/packages.mjs"
import { publicModules } from "../release/publicModules.mjs"

describe("the site of the documentation", () => {
  let site = ""
  beforeAll(async () => {
    site = mkdtempSync(join(tmpdir(), "landfall-site-test-"))
    await writeSite(["nats", "sqs"], site)
  })
  afterAll(() => rmSync(site, { recursive: true, force: true }))

  it("has a page for each public module of a package, with the doc comments of its exports", () => {
    expect(referencePackages()).toContain("core")
    const index = readFileSync(join(site, "modules.html"), "utf8")
    for (const [path] of publicModules(manifestOf("nats"), folderOf("nats")))
      expect(index, path).toContain(path.slice(2))
    const page = join(site, "variables", "nats_src_NatsClient.natsClient.html")
    expect(existsSync(page)).toBe(true)
    expect(readFileSync(page, "utf8")).toContain("Publishes to NATS JetStream.")
  })

  it("has the guides, the contract, the methods and every decision", () => {
    const titles = readdirSync(join(site, "documents")).map((file) => file.replaceAll("_", " ").replace(".html", ""))
    expect(titles).toEqual(expect.arrayContaining(["Operating Landfall", "Glossary", "Errors", "Sea routes"]))
    for (const file of readdirSync(join(ROOT, "docs", "adr")).filter((name) => name !== "README.md")) {
      const number = `${Number.parseInt(file, 10)}. `
      expect(
        titles.some((title) => title.startsWith(number)),
        file
      ).toBe(true)
    }
  })

  it("has no broken link, and loads nothing from elsewhere", () => {
    expect(linkFaults(site)).toEqual([])
  })
})
