import vue from "@vitejs/plugin-vue"
import { defineConfig } from "vite"

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [vue()],
  build: { outDir: isSsrBuild ? "dist/server" : "dist/client" },
}))
