import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { projectFolder } from "../../testing/CommandProcess.js"
import { readServerConfiguration } from "../ServerConfiguration.js"
import { receiveConfiguration, toWorkers, WorkerConfiguration } from "./WorkerConfiguration.js"

/** What the processes of a server in this folder are sent, and arrives there. */
const sentFrom = async (folder: string): Promise<WorkerConfiguration> => {
  const place = { folder, path: null, flags: [] }
  const configuration = Either.getOrThrow(await readServerConfiguration({ ...place, variables: {} }))
  const arrived: unknown = JSON.parse(JSON.stringify(toWorkers(configuration, place)))
  return Schema.decodeUnknownSync(WorkerConfiguration)(arrived)
}

const rules = (id: string) => [{ id, match: { isDefault: true }, model: "opt-in", prompt: "choice" }]

const ruleIdIn = (received: Either.Either<object, string>): string | undefined =>
  /"id":"([a-z]+)"/.exec(JSON.stringify(Either.getOrThrowWith(received, (why) => new Error(why))))?.[1]

const asModule = (id: string): string => `export default { manifest: { policyRules: ${JSON.stringify(rules(id))} } }`

const whyNot = (received: Either.Either<object, string>): string => Either.merge(Either.map(received, () => "received"))

describe("the configuration of workers", () => {
  for (const [name, content] of [
    ["consent.config.json", (id: string) => JSON.stringify({ manifest: { policyRules: rules(id) } })],
    ["consent.config.yaml", (id: string) => `manifest: { policyRules: ${JSON.stringify(rules(id))} }`],
  ] as const) {
    it(`is that of the last reload, whatever ${name} says by now, or says wrongly`, async () => {
      const folder = await projectFolder({ [name]: content("former") })
      const sent = await sentFrom(folder)
      await writeFile(join(folder, name), content("edited"))
      assert.strictEqual(ruleIdIn(await receiveConfiguration(sent)), "former")
      await writeFile(join(folder, name), "{ broken")
      assert.strictEqual(ruleIdIn(await receiveConfiguration(sent)), "former")
    })
  }

  it("without a file is that of the variables and flags, whatever file appears", async () => {
    const folder = await projectFolder()
    const sent = await sentFrom(folder)
    await writeFile(join(folder, "consent.config.json"), JSON.stringify({ manifest: { policyRules: rules("edited") } }))
    assert.notStrictEqual(ruleIdIn(await receiveConfiguration(sent)), "edited")
  })

  it("that is a module is read from files that have not changed", async () => {
    const folder = await projectFolder({ "consent.config.mjs": asModule("former") })
    const file = join(folder, "consent.config.mjs")
    const sent = await sentFrom(folder)
    assert.strictEqual(ruleIdIn(await receiveConfiguration(sent)), "former")
    for (const content of [asModule("edited"), "export default {"]) {
      await writeFile(file, content)
      const received = await receiveConfiguration(sent)
      assert.match(whyNot(received), /was not reloaded: consent\.config\.mjs; reload it with SIGHUP/)
    }
    await writeFile(file, asModule("former"))
    assert.strictEqual(ruleIdIn(await receiveConfiguration(sent)), "former")
  })

  it("with values that JSON would change is read from its files", async () => {
    const options = { database: "sqlite:./a.db", rateLimit: { reads: { capacity: Infinity, refillPerSecond: 1 } } }
    const place = { folder: "/", path: null, flags: [] }
    const given = { file: "/consent.config.yaml", files: ["/consent.config.yaml"], lasting: [], options }
    assert.strictEqual(toWorkers(given, place)._tag, "Files")
  })
})
