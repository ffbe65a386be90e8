import { defineConfig } from "vite"

export default defineConfig(({ isSsrBuild }) => ({
  esbuild: { jsx: "automatic" },
  build: { outDir: isSsrBuild ? "dist/server" : "dist/client" },
}))
