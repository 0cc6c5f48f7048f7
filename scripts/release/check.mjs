import { readdirSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { browserUnavailableReason } from "../../packages/browser/src/Browser.ts"
import { vitest } from "../checks/vitest.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { staleExamples } from "./examples.mjs"
import { installProject } from "./install.mjs"
import { faultsOfTarball } from "./lint.mjs"
import { packedPackages } from "./packed.mjs"
import { stalePublishConfigs } from "./publishConfig.mjs"

const pendingChangesets = () => readdirSync(join(ROOT, ".changeset")).filter((file) => /^(?!README).*\.md$/.test(file))

/** The first steps, which check what is published. */
const manifestFaults = async () => [
  ...stalePublishConfigs().map(
    (name) => `packages/${name}: publishConfig does not follow from exports: run npm run api:report`
  ),
  ...pendingChangesets()
    .slice(0, 1)
    .map(() => `changesets are pending (${pendingChangesets().length}): run npm run release:version and commit`),
  ...staleExamples().map((file) => `${relative(ROOT, file)} has ranges of another version: run npm run release:version`)
]

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`

/** A release is not checked without a browser, which opens the dashboard of the installed command and of the executable. */
const browserFaults = async () => {
  const reason = await browserUnavailableReason()
  return reason === undefined ? [] : [`no browser can open the dashboard: ${reason}`]
}

/** Each step: its title, and a function that returns its faults and what it did. */
const steps = () => {
  let tarballs = []
  return [
    ["versions", async () => ({ faults: await manifestFaults(), done: "every changeset is in a changelog" })],
    [
      "build and pack",
      async () => {
        tarballs = await packedPackages()
        return { faults: [], done: tarballs.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(", ") }
      }
    ],
    [
      "lint",
      async () => {
        const faults = []
        for (const tarball of tarballs) faults.push(...(await faultsOfTarball(tarball)))
        return { faults, done: "publint, arethetypeswrong, manifests, contents and sizes" }
      }
    ],
    [
      "install",
      async () => {
        const folder = await installProject(tarballs)
        rmSync(folder, { recursive: true, force: true })
        return { faults: [], done: `${tarballs.length} packages into an empty folder` }
      }
    ],
    ["browser", async () => ({ faults: await browserFaults(), done: "Chromium starts" })],
    [
      "run",
      async () => {
        const { failed, passed } = await vitest(["scripts/test/release"])
        return {
          faults: failed > 0 ? [`${failed} tests of the installed packages failed, printed above`] : [],
          done: `${passed} tests of the installed packages and the executable, whose dashboards a browser opened`
        }
      }
    ]
  ]
}

/**
 * Runs every step of a release but the upload. Prints a line for each step and the result; returns whether all passed.
 */
export const checkRelease = async () => {
  let failed = 0
  for (const [title, step] of steps()) {
    const started = Date.now()
    const { done, faults } = await step().catch((error) => ({ faults: [error.message] }))
    const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
    for (const fault of faults) console.log(`  ${fault}`)
    console.log(faults.length === 0 ? `ok      ${title}: ${done} (${seconds})` : `failed  ${title} (${seconds})`)
    if (faults.length > 0) failed++
    // The other steps need what this one makes.
    if (faults.length > 0 && title !== "versions") break
  }
  console.log(failed === 0 ? "ready to publish" : `not ready: ${failed} of ${steps().length} steps failed`)
  return failed === 0
}
