import { assert, it } from "@effect/vitest"
import { join } from "node:path"
import { projectFolder, runCommand, startCommand } from "../testing/CommandProcess.js"

const saveOf = (subject: number) => ({
  type: "other",
  subjectId: `sub_${"A".repeat(16)}${String(subject).padStart(4, "1").replaceAll("0", "a")}`,
  domain: "localhost",
  givenAt: 1_760_000_000_000 + subject,
  preferences: { necessary: true },
})

it("a backup has every save that was acknowledged before it, while others go on", async () => {
  const folder = await projectFolder({ "consent.config.json": '{"rateLimit": false}' })
  const server = startCommand(folder, ["serve", "--port", "0", "--host", "127.0.0.1"])
  const [, url = ""] = await server.printed(/listens on (http:\S+)/)
  const saves = { acknowledged: 0, stopped: false }
  const save = async (): Promise<void> => {
    for (let subject = 0; !saves.stopped; subject++) {
      const { status } = await fetch(`${url}/subjects`, { method: "POST", body: JSON.stringify(saveOf(subject)) })
      assert.strictEqual(status, 200)
      saves.acknowledged++
    }
  }
  const saving = save()
  while (saves.acknowledged < 50) await new Promise(setImmediate)
  const before = saves.acknowledged
  const args = ["--to", "b.db", "--database", "sqlite:./consent.db", "--json"]
  const backup = await runCommand(folder, ["backup", ...args])
  assert.strictEqual(backup.code, 0, backup.error)
  const after = saves.acknowledged
  saves.stopped = true
  await saving
  const check = await runCommand(folder, ["restore", "--check", "b.db", "--json"])
  const { damagedRows, tables } = JSON.parse(check.out)
  const { records } = JSON.parse(backup.out)
  assert.deepStrictEqual([check.code, damagedRows], [0, 0])
  assert.isAbove(after, before)
  assert.isTrue(records >= before && records <= after + 1, `${before} ≤ ${records} ≤ ${after}`)
  assert.deepInclude(tables, { table: "cs_consent", rows: records })
  server.signal("SIGTERM")
  assert.strictEqual(await server.ended, 0)
  const original = await runCommand(folder, ["restore", "--check", join(folder, "consent.db")])
  assert.strictEqual(original.code, 0)
})
