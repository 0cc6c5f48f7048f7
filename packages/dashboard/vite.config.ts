import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { landFiles } from "./scripts/landFiles.ts"
import { operationTitles } from "./scripts/operationTitles.ts"

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

const TITLES = "virtual:operation-titles"

/** Gives the pages the titles of the operations, as a module of this name. */
const titles: Plugin = {
  name: "landfall:operation-titles",
  resolveId: (id) => (id === TITLES ? `\0${TITLES}` : undefined),
  load: (id) =>
    id === `\0${TITLES}` ? `export const OPERATION_TITLES = ${JSON.stringify(operationTitles())}` : undefined
}

/** The pages are served at this path, by the server itself. `npm run dashboard -- --watch` builds at each change. */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react(), land, titles],
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
