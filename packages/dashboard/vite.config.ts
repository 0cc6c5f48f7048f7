import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { landFiles } from "./scripts/landFiles.ts"
import { operationTitles } from "./scripts/operationTitles.ts"
import { responseShapes } from "./scripts/responseShapes.ts"

/** Adds the land of the maps to the built files. */
const land: Plugin = {
  name: "landfall:land",
  apply: "build",
  generateBundle() {
    for (const { name, text } of landFiles()) {
      this.emitFile({ type: "asset", fileName: `land/${name}`, source: text })
    }
  }
}

/** What the build takes from the contract, by the name of the module that the pages import. */
const OF_CONTRACT: Readonly<Record<string, () => string>> = {
  "virtual:operation-titles": () => `export const OPERATION_TITLES = ${JSON.stringify(operationTitles())}`,
  "virtual:response-shapes": () => `export const RESPONSE_SHAPES = ${JSON.stringify(responseShapes())}`
}

/** Gives the pages what they need of the contract, as modules. */
const contract: Plugin = {
  name: "landfall:contract",
  resolveId: (id) => (Object.hasOwn(OF_CONTRACT, id) ? `\0${id}` : undefined),
  load: (id) => OF_CONTRACT[id.slice(1)]?.()
}

/** The pages are served at this path, by the server itself. `npm run dashboard -- --watch` builds at each change. */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react(), land, contract],
  // No data: URLs, which the security policy forbids for scripts and styles.
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // The portal, which other pages embed, is a page of its own.
    rollupOptions: { input: ["index.html", "portal.html"] }
  }
})
