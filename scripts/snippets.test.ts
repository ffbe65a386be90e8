/** The code blocks of the documentation and of docstrings: TypeScript compiles, JSON parses, commands exist, excerpts are what files say. */
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { promisify } from "node:util"
import ts from "typescript"
import { afterAll, assert, describe, it } from "vitest"
import { helpOf } from "./reference-pages.mjs"
import { blocksOf, checkedPages, snippets } from "./snippets.mjs"
import { fromRoot } from "./workspace.mjs"

const pages = checkedPages()

const read = (path: string): string => readFileSync(fromRoot(path), "utf8")

const blocks = (language: RegExp) => pages.flatMap((page) => blocksOf(page, read(page), language))

/** Removes indentation, which an excerpt has less of. */
const unindented = (text: string): string => text.replace(/^ +/gm, "")

describe("the code blocks of the documentation", () => {
  it("compile, as do the examples in docstrings, and one that does not is named with its line", {
    timeout: 240_000,
  }, async () => {
    assert.isAbove(snippets().length, 30)
    // In a separate process: the compiler would block vitest's thread for longer than vitest waits.
    const planted = `\ncs.push(["config", { googleConsentMod: true }])`
    const found = await promisify(execFile)(process.execPath, [
      fromRoot("scripts/snippets.mjs"),
      "--plant",
      planted,
    ]).then(
      ({ stdout }) => stdout,
      ({ stdout }) => String(stdout),
    )
    // `cs` is declared for pages alone: an example imports what it uses.
    assert.match(found, /^planted:2: [^\n]*googleConsentMod[^\n]*\nplanted example:2: Cannot find name 'cs'\.\n$/)
  })

  it("are excerpts of the files that they name", () => {
    const excerpts = blocks(/^(?:ts|tsx|js)$/).flatMap(({ code, file, page }) =>
      file === null ? [] : [{ code, file, page }],
    )
    assert.isNotEmpty(excerpts)
    for (const { code, file, page } of excerpts) assert.include(unindented(read(file)), unindented(code), page)
  })

  it("parse, where they are JSON", () => {
    for (const { code, line, page } of blocks(/^json$/)) {
      assert.doesNotThrow(() => void JSON.parse(code), `${page}:${line}`)
    }
  })

  it("use attributes that the browser package documents", () => {
    const documented = read("packages/browser/README.md")
    const used = blocks(/^html$/).flatMap(({ code, page }) =>
      Array.from(code.matchAll(/\b(data-[a-z-]+)=?/g), ([, name = ""]) => ({ name, page })),
    )
    for (const { name, page } of used) {
      const shortened = /^data-(country|region|language)$/.test(name)
      assert.isTrue(shortened || documented.includes(name), `${page}: ${name}`)
    }
  })
})

/** `npx consent-service migrate --database URL` as its command and its flags. */
const commands = blocks(/^(?:sh|yaml)$/).flatMap(({ code, page }) =>
  Array.from(
    code.matchAll(
      /npx (?:--no-install )?consent-service ((?:(?:log|policy|witness|config|subject|hold|evidence(?= pack)) )?[a-z-]+)([^\n]*)/g,
    ),
    ([, command = "", rest = ""]) => ({
      command,
      page,
      flags: Array.from(rest.matchAll(/(--[a-z-]+)/g), ([, flag = ""]) => flag),
    }),
  ),
)

describe("the commands of the documentation", () => {
  it.each(Array.from(new Set(commands.map(({ command }) => command))))(
    "consent-service %s has its flags",
    async (command) => {
      const help = await helpOf(...command.split(" "))
      for (const { flags, page } of commands.filter((each) => each.command === command)) {
        for (const flag of flags) assert.include(help, `${flag} `, page)
      }
    },
  )
})

/** Inside `node_modules`, so that a module written there finds the packages of the site. */
const folder = fromRoot("docs/site/node_modules/.snippets")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the TypeScript block with these words prints, run with a program after it. */
const run = (page: string, words: string, program = ""): string => {
  const code = blocksOf(page, read(page), /^ts$/).find((block) => block.code.includes(words))?.code
  if (code === undefined) return assert.fail(`${page} has no block with ${words}`)
  const path = `${folder}/${page.replaceAll("/", "-")}-${words.length}.mjs`
  mkdirSync(dirname(path), { recursive: true })
  const { outputText } = ts.transpileModule(`${code}\n${program}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  writeFileSync(path, outputText)
  return execFileSync(process.execPath, [path], { encoding: "utf8" })
}

describe("the code blocks of the documentation, run", () => {
  it("mock the client in a test", () =>
    assert.strictEqual(run("docs/integrate/testing.md", "createMockClient"), "false 1\n"))

  it("test a backend against a service in memory", () =>
    assert.strictEqual(run("docs/integrate/testing.md", "newSubjectId"), "true\n"))

  it("prove and compare policy rules", () => {
    const printed = run("docs/policies/checks.md", "provePolicyRules")
    assert.match(printed, /^\[\]\n/)
    assert.include(printed, "EEA and UK => model is opt-in")
  })

  it("report every wrong option", () => {
    const page = "docs/operate/configure.md"
    const code = `console.log(await import("consent-service").then(() => "done"))`
    assert.include(run(page, "ConsentConfigurationError", code), "done")
  })

  it("compose rules that inspectPolicyRules accepts", () => {
    const program = `import { inspectPolicyRules } from "consent-service"\nconsole.log(inspectPolicyRules(policyRules).errors)`
    assert.strictEqual(run("docs/policies/writing.md", "composePacks", program), "[]\n")
    const nordics = `import { inspectPolicyRules } from "consent-service"\nconsole.log(inspectPolicyRules([nordics]).errors)`
    assert.strictEqual(run("docs/policies/writing.md", "nordics", nordics), "[]\n")
  })

  it("sign an identity token that the service accepts", () => {
    const program = `
      import { createConsentService } from "consent-service"
      const key = "k".repeat(40)
      const service = createConsentService({ database: "sqlite::memory:", identityToken: { signingKey: key } })
      await service.migrate()
      const send = (method, path, body) =>
        service.handler(new Request("http://localhost" + path, { method, body: JSON.stringify(body) }))
      const subjectId = "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
      const act = { type: "other", subjectId, domain: "shop.example", givenAt: 1_700_000_000_000 }
      console.log((await send("POST", "/subjects", act)).status)
      const link = { externalId: "user-42", identityToken: identityToken("user-42", key) }
      console.log((await send("PATCH", "/subjects/" + subjectId, link)).status)
      await service.dispose()`
    assert.strictEqual(run("docs/reference/tokens.md", "createHmac", program), "200\n200\n")
  })
})
