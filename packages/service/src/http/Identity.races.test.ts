import { describeEngines } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { type Answered, aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

/* An unverified link never overwrites a verified one, whichever arrives first. */

const key = "an-api-key-for-tests-0123456789"
const withKey = { authorization: `Bearer ${key}` }

/** Lets the event loop turn, which SQLite's requests do not. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Like clients, retries after a 503, which SQLite returns when its file and thread are busy for too long. */
const insist = async (ask: () => Promise<Answered>): Promise<Answered> => {
  for (let left = 1000; left > 0; left -= 1) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await turn()
  }
  return assert.fail("the service stays overloaded")
}

const rivals = 40
const rounds = inForm({ short: 3, full: 30 })
const timeout = inForm({ short: 30_000, full: 300_000 })

describeEngines("racing links (threat: taking over an account by a link)", (engine) => {
  let one: Awaited<ReturnType<typeof startInstance>>
  let other: ReturnType<typeof instanceOn>
  beforeAll(async () => {
    one = await startInstance(engine, { apiKeys: [key] })
    other = instanceOn(one.url, { apiKeys: [key] })
  })
  afterAll(async () => {
    await other.service.dispose()
    await one.stop()
  })

  const link = (subjectId: string, by: Pick<typeof one, "send">, externalId: string, verified: boolean) =>
    insist(() =>
      by.send(`/subjects/${subjectId}`, {
        method: "PATCH",
        headers: verified ? withKey : {},
        body: JSON.stringify({ externalId }),
      }),
    )

  /** All links concurrently, through two instances; the verified one is sent at a given place among the others. */
  const race = async (place: number, rival: (n: number) => string) => {
    await turn()
    const save = aSave()
    assert.strictEqual((await insist(() => one.post(save))).status, 200)
    const requests = Array.from({ length: rivals }, (_, n) => ({ externalId: rival(n), verified: false }))
    const all = requests.toSpliced(place, 0, { externalId: "verified", verified: true })
    const answers = await Promise.all(
      all.map(({ externalId, verified }, n) =>
        link(save.subjectId, n % 2 === place % 2 ? one : other, externalId, verified),
      ),
    )
    return { subjectId: save.subjectId, answers }
  }

  const assertVerified = async (subjectId: string) => {
    for (const { send } of [one, other]) {
      const { subject } = (await send(`/subjects/${subjectId}`)).body
      assert.deepInclude(subject, { externalId: "verified", identityProvider: "external" })
      const { subjects } = (await send("/subjects?externalId=verified", { headers: withKey })).body
      assert.include(
        subjects.map(({ id }: { readonly id: string }) => id),
        subjectId,
      )
    }
  }

  const orders = [
    ["first", 0],
    ["in the middle", rivals / 2],
    ["last", rivals],
  ] as const

  it.each(orders)("one verified link, sent %s, wins against forty unverified ones", { timeout }, async (_, place) => {
    for (let round = 0; round < rounds; round += 1) {
      const { answers, subjectId } = await race(place, (n) => `rival-${n}`)
      for (const [n, { body, status }] of answers.entries()) {
        const expected = n === place || status === 200 ? [200, undefined] : [409, "IDENTITY_CONFLICT"]
        assert.deepStrictEqual([status, body.cause?.code], expected)
      }
      await assertVerified(subjectId)
      const late = await link(subjectId, other, "rival-0", false)
      assert.deepStrictEqual([late.status, late.body.cause.code], [409, "IDENTITY_CONFLICT"])
      await assertVerified(subjectId)
    }
  })

  it.each(orders)(
    "it stays verified when, sent %s, forty unverified ones name the same identity",
    { timeout },
    async (_, place) => {
      for (let round = 0; round < rounds; round += 1) {
        const { answers, subjectId } = await race(place, () => "verified")
        assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
        await assertVerified(subjectId)
      }
    },
  )

  it("saves that race to create a subject link it once: the creator wins", { timeout }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await turn()
      const save = aSave()
      const all = Array.from({ length: 10 }, (_, n) => ({ externalSubjectId: `user-${n}`, givenAt: save.givenAt - n }))
      const answers = await Promise.all(
        all.map((claim, n) =>
          insist(() => (n % 2 === 0 ? one : other).post({ ...save, ...claim }, { headers: n === 5 ? withKey : {} })),
        ),
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      const { body } = await one.send(`/subjects/${save.subjectId}`)
      assert.lengthOf(body.consents, all.length)
      const { externalId } = body.subject
      const { subjects } = (await one.send(`/subjects?externalId=${externalId}`, { headers: withKey })).body
      const listed = subjects.some(({ id }: { readonly id: string }) => id === save.subjectId)
      assert.strictEqual(listed, externalId === "user-5", "verified only if the save with the key created it")
    }
  })
})
