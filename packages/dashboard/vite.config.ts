import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { landFiles } from "./scripts/landFiles.ts"

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

/** The pages are served at this path, by the server itself. `npm run dashboard -- --watch` builds at each change. */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react(), land],
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
