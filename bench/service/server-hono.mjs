// @ts-check
// The limit of a framework: `node server-hono.mjs ANSWERS`. Hono sending the bytes our service sends.
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { readFileSync } from "node:fs"
import { obeyAsServer } from "./process.mjs"

/** @typedef {import("./server-bare.mjs").Answer} Answer */
/** @type {{ fixed: ReadonlyArray<Answer>, etag: string, notModified: Answer }} */
const answers = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))

const app = new Hono()
for (const path of new Set(answers.fixed.map((answer) => answer.path))) {
  app.get(path, (context) => {
    if (context.req.header("if-none-match") === answers.etag) {
      return new Response(null, { status: 304, headers: answers.notModified.headers })
    }
    const country = context.req.header("cf-ipcountry")
    const answer = answers.fixed.find((one) => one.path === path && one.country === country)
    return answer === undefined ? context.notFound() : context.body(answer.body, 200, answer.headers)
  })
}
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => obeyAsServer(port))
