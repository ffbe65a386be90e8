import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

describe("the entry consent-service/edge", () => {
  it("bundles for Workers without a database, a driver or a module of Node", { timeout: 120_000 }, async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../edge.ts", import.meta.url))],
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      format: "esm",
      // Resolved for neither Node nor a browser: an import of `node:fs` does not build.
      platform: "neutral",
      conditions: ["workerd", "worker"],
      mainFields: ["module", "main"],
      logLevel: "silent",
    })
    const names = Object.keys(metafile.inputs)
    assert.isNotEmpty(names.filter((name) => name.includes("adapter-http/")))
    assert.deepStrictEqual(
      names.filter((name) => /adapter-sql|@effect\/sql|better-sqlite3|\/pg\/|mysql2|\.node$/.test(name)),
      [],
    )
    // Free Workers may have 3 MB.
    assert.isBelow(gzipSync(outputFiles[0]?.contents ?? "").length, 300 * 1024)
  })
})
