import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { fillAccount } from "./DemoData.ts"
import { complete, openDashboard, settle } from "./Harness.ts"
import { screensOf } from "./Screens.ts"

/** Writes a picture of every screen into docs/images: in light at 1280 px, in dark, and at 360 px. */
const FOLDER = fileURLToPath(new URL("../../../docs/images", import.meta.url))

const LOOKS = [
  { suffix: "", colorScheme: "light", width: 1280, height: 900 },
  { suffix: "-dark", colorScheme: "dark", width: 1280, height: 900 },
  { suffix: "-narrow", colorScheme: "light", width: 360, height: 780 }
] as const

const only = process.argv.slice(2)

const dashboard = await openDashboard()
try {
  await mkdir(FOLDER, { recursive: true })
  const data = await fillAccount(dashboard)
  const screens = screensOf(data).filter(({ name }) => only.length === 0 || only.includes(name))
  for (const screen of screens) {
    const { name, path } = screen
    const { page } = await dashboard.open(path)
    await complete(page, screen)
    for (const { suffix, colorScheme, width, height } of LOOKS) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height })
      await settle(page)
      await page.screenshot({ path: join(FOLDER, `dashboard-${name}${suffix}.png`), fullPage: true })
    }
    await page.close()
    console.log(`docs/images/dashboard-${name}.png`)
  }
} finally {
  await dashboard.close()
}
