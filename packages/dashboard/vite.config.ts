import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** The pages are served at this path, by the server itself. `npm run dashboard -- --watch` builds at each change. */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  // No data: URLs, which the security policy forbids for scripts and styles.
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 600 }
})
