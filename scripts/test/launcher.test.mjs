import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { explain } from "../launcher/failure.mjs"
import { fingerprint } from "../launcher/installed.mjs"
import { isAbandoned, withLock } from "../launcher/lock.mjs"
import { isSupported, isTooOld } from "../launcher/node.mjs"
import { ROOT } from "../launcher/paths.mjs"

describe("the commands of package.json", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))

  it.each(Object.entries(scripts))("%s launches its program, and needs no package before that", (_, command) => {
    const [, file] = /^node (scripts\/[\w-]+\.mjs)$/.exec(command) ?? []
    const text = readFileSync(join(ROOT, file), "utf8")
    const imported = [...text.matchAll(/\bfrom "(.+)"/g)].map(([, name]) => name)
    expect(imported.filter((name) => !name.startsWith("node:"))).toEqual(["./launcher/launch.mjs"])
    const [, program] = /\blaunch\("(.+?)"/.exec(text) ?? []
    expect(existsSync(join(ROOT, program))).toBe(true)
  })
})

/** Commands whose options are tested elsewhere: those of the product, and the tests, whose options are those of vitest. */
const TESTED_ELSEWHERE = ["start", "landfall", "demo", "test"]

describe("the usage of the commands of package.json", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  const runScript = (name, ...args) => {
    const env = { ...process.env, npm_lifecycle_event: name }
    return spawnSync("node", [scripts[name].replace("node ", ""), ...args], { cwd: ROOT, encoding: "utf8", env })
  }

  it.each(Object.keys(scripts).filter((name) => !TESTED_ELSEWHERE.includes(name)))(
    "is printed by %s when it rejects an option",
    (name) => {
      const { status, stderr, stdout } = runScript(name, "--no-such-option")
      expect([status, stdout]).toEqual([2, ""])
      expect(stderr).toMatch(new RegExp(`--no-such-option.*\\n.*npm run ${name}`))
    }
  )

  it.each(["release:check", "soak", "test"])("is printed by %s on request", (name) => {
    const { status, stderr, stdout } = runScript(name, "--help")
    expect([status, stderr]).toEqual([0, ""])
    expect(stdout).toContain(`npm run ${name}`)
  })
})

describe("the choice of Node", () => {
  it.each(["v22.19.0", "v22.21.1", "v24.0.0", "v26.1.0"])("uses the installed %s", (version) => {
    expect(isSupported(version)).toBe(true)
  })
  it.each(["v18.20.8", "v20.20.2", "v22.16.0", "v22.18.0", "v23.11.1"])(
    "downloads another instead of %s",
    (version) => {
      expect([isSupported(version), isTooOld(version)]).toEqual([false, false])
    }
  )
  it.each(["v12.22.12", "v16.20.2"])("does not start on %s", (version) => {
    expect(isTooOld(version)).toBe(true)
  })
})

describe("the stamp of an install", () => {
  const stamp = fingerprint(["lock", "manifest"], "v24.1.0", "linux-x64")

  it("stays the same between patches of one Node", () => {
    expect(fingerprint(["lock", "manifest"], "v24.21.0", "linux-x64")).toBe(stamp)
  })
  it.each([
    ["a file", ["lock", "manifest2"], "v24.1.0", "linux-x64"],
    ["the boundary between two files", ["lockm", "anifest"], "v24.1.0", "linux-x64"],
    ["the major version of Node", ["lock", "manifest"], "v22.19.0", "linux-x64"],
    ["the platform", ["lock", "manifest"], "v24.1.0", "darwin-arm64"]
  ])("changes with %s", (_, texts, version, platform) => {
    expect(fingerprint(texts, version, platform)).not.toBe(stamp)
  })
})

describe("an install lock", () => {
  const owner = { token: "t", host: "here", pid: 1, tool: 2 }
  const alive =
    (...pids) =>
    (pid) =>
      pids.includes(pid)

  it("is held while its process runs and touches it", () => {
    expect(isAbandoned(owner, 3_000, "here", alive(1))).toBe(false)
  })
  it("is held while the tool of a killed start still runs", () => {
    expect(isAbandoned(owner, 60_000, "here", alive(2))).toBe(false)
  })
  it("is held until the owner has written its file", () => {
    expect(isAbandoned(undefined, 1_000, "here", alive())).toBe(false)
  })
  it("is abandoned as soon as its process and its tool have ended", () => {
    expect(isAbandoned(owner, 0, "here", alive())).toBe(true)
    expect(isAbandoned({ ...owner, tool: 0 }, 0, "here", alive(0))).toBe(true)
  })
  it("is abandoned after 20 s without a touch when its process is not visible or its id is reused", () => {
    expect(isAbandoned({ ...owner, host: "there" }, 19_000, "here", alive())).toBe(false)
    expect(isAbandoned({ ...owner, host: "there" }, 21_000, "here", alive(1, 2))).toBe(true)
    expect(isAbandoned(owner, 21_000, "here", alive(1))).toBe(true)
    expect(isAbandoned(undefined, 21_000, "here", alive())).toBe(true)
  })
  it("is touched while its work occupies the thread of the process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "landfall-lock-"))
    const lock = join(folder, "work.lock")
    const touchedAt = () => statSync(lock).mtimeMs
    try {
      await withLock(lock, async () => {
        const startedAt = touchedAt()
        const flag = new Int32Array(new SharedArrayBuffer(4))
        // Nothing else runs on this thread between two checks.
        for (let looks = 0; touchedAt() <= startedAt; looks++) {
          expect(looks).toBeLessThan(600)
          Atomics.wait(flag, 0, 0, 100)
        }
      })
      expect(() => touchedAt()).toThrow("ENOENT")
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  it("is abandoned after ten minutes while a tool without a launcher runs", () => {
    expect(isAbandoned(owner, 600_001, "here", alive(2))).toBe(true)
  })
})

describe("a failed start", () => {
  it.each([
    ["npm error code ECONNREFUSED\nnpm error syscall connect", "cannot be reached"],
    ["npm error code EAI_AGAIN", "cannot be reached"],
    ["npm error code ENOSPC\nnpm error nospc", "the disk is full"],
    ["EROFS: read-only file system, mkdir 'x'", "read-only file system"],
    ["EACCES: permission denied, mkdir 'x'", "not writable"],
    ["[ERR_PNPM_OUTDATED_LOCKFILE] Cannot install", "does not match"],
    ["npm error code E404", "does not have a required package"],
    ["npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "NODE_EXTRA_CA_CERTS"],
    ["an unknown error", "read the.log"]
  ])("states the remedy in one line for %j", (output, advice) => {
    const line = explain(output, "installing packages", "the.log")
    expect(line).toMatch(/^installing packages failed: [^\n]+$/)
    expect(line).toContain(advice)
    expect(line).toContain("the.log")
  })
  it("states what to check when the tool printed nothing", () => {
    expect(explain("", "installing packages", "the.log")).toMatch(/without output: check that the disk/)
  })
})
