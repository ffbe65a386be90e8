import { describeAboveStores } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { setTimeout } from "node:timers/promises"
import { type Answered, aSave, startInstance } from "../testing/TestInstance.js"

const clients = inForm({ short: 16, full: 400 })
const limits = { maxConcurrentSaves: 2, maxQueuedSaves: 4 }

/** More than a storm could take in which each round saves one. */
const mostRounds = 10 * clients

type Save = ReturnType<typeof aSave>

/** A refusal says when to come back: in whole seconds, and soon, since the queue is short. */
const assertRefused = ({ body, headers, status }: Answered): void => {
  assert.deepStrictEqual([status, body.cause.code], [503, "SERVICE_UNAVAILABLE"])
  assert.match(headers.get("retry-after") ?? "", /^[1-5]$/)
}

describeAboveStores("more saves than there is room for (threat: overload and retry storms)", (engine) => {
  it("a refusal says when to retry, and clients that retry all the time are all saved, each once", async () => {
    const instance = await startInstance(engine, { limits })
    const saves = Array.from({ length: clients }, () => aSave())
    const ids = new Map<Save, string>()
    let [rounds, refusals] = [0, 0]
    /** Each client sends again while its first attempt is still running, as after a timeout. */
    const attempt = async (save: Save) => {
      for (const answer of await Promise.all([instance.post(save), instance.post(save)])) {
        if (answer.status === 200) {
          assert.strictEqual(ids.get(save) ?? answer.body.consentId, answer.body.consentId)
          ids.set(save, answer.body.consentId)
        } else {
          assertRefused(answer)
          refusals += 1
        }
      }
    }
    // None of them waits as long as `Retry-After` says.
    for (; ids.size < clients && rounds < mostRounds; rounds += 1) {
      await Promise.all(saves.filter((save) => !ids.has(save)).map(attempt))
      await setTimeout(5)
    }
    assert.strictEqual(ids.size, clients, `after ${rounds} rounds`)
    assert.isAtLeast(refusals, clients)
    assert.strictEqual(new Set(ids.values()).size, clients)
    for (const [save, consentId] of ids) {
      const { body } = await instance.send(`/subjects/${save.subjectId}`)
      assert.deepStrictEqual(
        body.consents.map(({ id }: { readonly id: string }) => id),
        [consentId],
      )
    }
    assert.strictEqual((await instance.post(aSave())).status, 200)
    console.info(`overload [${engine}]: ${clients} clients, ${refusals} refusals in ${rounds} rounds`)
    await instance.stop()
  })
})
