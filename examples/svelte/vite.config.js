import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte()],
  build: { outDir: isSsrBuild ? "dist/server" : "dist/client" },
}))
