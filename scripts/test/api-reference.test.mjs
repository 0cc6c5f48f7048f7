import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { referencePackages, writeApiReference } from "../docs/apiReference.mjs"
import { folderOf, manifestOf } from "../release/packages.mjs"
import { publicModules } from "../release/publicModules.mjs"

describe("the API reference", () => {
  it("has a page for each public module of a package, with the doc comments of its exports", async () => {
    expect(referencePackages()).toContain("core")
    const folder = mkdtempSync(join(tmpdir(), "landfall-reference-test-"))
    try {
      await writeApiReference(["nats", "sqs"], folder)
      const index = readFileSync(join(folder, "modules.html"), "utf8")
      for (const [path] of publicModules(manifestOf("nats"), folderOf("nats")))
        expect(index, path).toContain(path.slice(2))
      const page = join(folder, "variables", "nats_src_NatsClient.natsClient.html")
      expect(existsSync(page)).toBe(true)
      expect(readFileSync(page, "utf8")).toContain("Publishes to NATS JetStream.")
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
