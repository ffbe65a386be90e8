import { assert, describe, it } from "@effect/vitest"
import { run } from "../testing/RunCli.js"

const overview = "consent-service help lists the commands."

describe("an unknown command", () => {
  it.each([
    [["evidnce"], `unknown command "evidnce"; did you mean "evidence"?`, overview],
    [["evidnce", "cns_1"], `unknown command "evidnce"; did you mean "evidence"?`, overview],
    [["erase"], `unknown command "erase"; did you mean "subject erase"?`, overview],
    [["check"], `unknown command "check"; did you mean "config check" or "policy check"?`, overview],
    [["confg", "check"], `unknown command "confg check"; did you mean "config check"?`, overview],
    [["evidnce", "--help"], `unknown command "evidnce"; did you mean "evidence"?`, overview],
    [["help", "evidnce"], `unknown command "evidnce"; did you mean "evidence"?`, overview],
    [["frobnicate"], `unknown command "frobnicate"`, overview],
    [["mysql://user:s3cret@host/db"], "unknown command", overview],
    [["--port", "80"], "expected a command before --port", overview],
    [
      ["policy", "chekc"],
      `unknown command "policy chekc"; did you mean "policy check"?`,
      "consent-service help policy lists the commands of policy.",
    ],
  ])("%j is reported in two lines, with what was probably meant", async (args, message, help) => {
    assert.deepStrictEqual(await run(...args), { code: 2, out: "", error: `${message}\n${help}` })
  })
})

describe("consent-service help", () => {
  it("prints what --help prints, and exits 0", async () => {
    for (const name of [[], ["serve"], ["config", "check"], ["policy"], ["evidence"], ["evidence", "pack"]]) {
      const asked = await run("help", ...name)
      assert.strictEqual(asked.code, 0)
      assert.match(asked.out, new RegExp(`^Usage: consent-service ${name.length === 0 ? "COMMAND" : name.join(" ")}`))
      assert.deepStrictEqual(asked, await run(...name, "--help"))
      assert.deepStrictEqual(asked, await run(...name, "-h"))
    }
  })

  it("names itself in the help", async () => {
    assert.include((await run("help")).out, "consent-service help COMMAND")
  })
})

describe("options of a command", () => {
  it.each([
    [["evidence", "--databse=postgres://u:s3cret@h/d"], `unknown option "--databse"; did you mean "--database"?`],
    [["serve", "-p", "80"], `unknown option "-p"`],
    [["serve", "--xyz"], `unknown option "--xyz"`],
    [["serve", "--port"], "--port needs a value"],
    [["serve", "--port", "--watch"], "--port needs a value; one that begins with - is written as --port=-…"],
    [["serve", "--watch=yes"], "--watch takes no value"],
  ])("%j is reported in our own words", async (args, message) => {
    const { code, error, out } = await run(...args)
    assert.deepStrictEqual([code, out], [2, ""])
    const [first, ...rest] = error.split("\n")
    assert.strictEqual(first, message)
    assert.match(rest.join("\n"), /^Usage: consent-service (serve|evidence) /)
  })

  it("a value may begin with - where it is written behind an equals sign, and -- ends the options", async () => {
    const { error } = await run("policy", "check", "--", "--no-such-file")
    assert.include(error, "--no-such-file: no such file")
    assert.include((await run("serve", "--port=-1")).error, "server.port (--port)")
  })
})
