import { noTokens } from "@consent-service/core/ports"
import { describeEngines } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { startClockedInstance } from "../testing/ClockedInstance.js"
import { newSubjectId } from "../testing/TestInstance.js"

/*
 * The service against a naive model of it: whatever a visitor, a retrying client and a late replay do, in any order,
 * the answers and what is read back are what a few maps in memory say.
 */

const start = 1_790_000_000_000
const minute = 60_000
const [ttl, window] = [1_800, 604_800]

const options = {
  manifest: {
    policyRules: [
      { id: "open", match: { countries: ["DE"], fallback: true }, model: "opt-in", prompt: "choice" },
      {
        id: "strict",
        match: { countries: ["GB"] },
        model: "opt-out",
        prompt: "notice",
        categories: ["measurement"],
        scopeMode: "strict",
      },
    ],
  },
  tokens: {
    ...noTokens,
    policySnapshot: { signingKey: "a signing key for tests", ttlSeconds: ttl, replayWindowSeconds: window },
  },
} as const

type Preferences = Readonly<Record<string, boolean>>

interface Act {
  readonly content: string
  readonly consentId: string
  readonly type: string
  readonly givenAt: number
  readonly preferences: Preferences
}

interface Token {
  readonly text: string
  readonly strict: boolean
  readonly issuedAt: number
}

interface Model {
  now: number
  readonly tokens: Array<Token>
  /** By subject, then by what makes an act the same. */
  readonly acts: Map<0 | 1, Map<string, Act>>
  /** The user each subject was linked to by the save that created it; null when it named none. */
  readonly links: Map<0 | 1, string | null>
}

/** The instance, and the subjects of this run, which are unused. */
interface Real {
  readonly instance: Awaited<ReturnType<typeof startClockedInstance>>
  readonly subjects: readonly [string, string]
}

type Step = FastCheck.AsyncCommand<Model, Real>

/** `/init` at some place: what it signs can be used later. */
const visit = (country: string): Step => ({
  check: () => true,
  run: async (model, { instance }) => {
    const { body, status } = await instance.send(`/init?country=${country}`)
    assert.strictEqual(status, 200)
    model.tokens.push({ text: body.policySnapshotToken, strict: country === "GB", issuedAt: model.now })
  },
  toString: () => `visit from ${country}`,
})

const pass = (ms: number): Step => ({
  check: () => true,
  run: async (model, { instance }) => {
    model.now += ms
    instance.setTime(model.now)
  },
  toString: () => `let ${ms} ms pass`,
})

interface Save {
  readonly subject: 0 | 1
  readonly type: "cookie_banner" | "other" | "dpa_eu"
  readonly domain: string
  /** Before now, in steps of a minute from the start, so that acts meet. */
  readonly at: number
  readonly preferences: Preferences
  readonly token: number
  readonly user: string | null
}

/** The token errors of a save by the contract, in the order they are reported. */
const tokenProblem = ({ at, token }: Save, model: Model): string | null => {
  const used = model.tokens[token % Math.max(1, model.tokens.length)]
  if (used === undefined) return "POLICY_SNAPSHOT_REQUIRED"
  const issued = Math.floor(used.issuedAt / 1000) * 1000
  const end = issued + ttl * 1000
  if (model.now <= end) return null
  const givenAt = start + at * minute
  const ofItsTime = givenAt >= issued - 10 * minute && givenAt <= end + 10 * minute
  return ofItsTime && model.now <= end + window * 1000 ? null : "POLICY_SNAPSHOT_EXPIRED"
}

const problemOf = (save: Save, model: Model): string | null => {
  if (save.type !== "cookie_banner") return null
  const problem = tokenProblem(save, model)
  if (problem !== null) return problem
  const used = model.tokens[save.token % model.tokens.length]
  return used?.strict === true && save.preferences["marketing"] === true ? "PURPOSE_NOT_ALLOWED" : null
}

const saving = (save: Save): Step => ({
  check: () => true,
  run: async (model, { instance, subjects }) => {
    const givenAt = start + save.at * minute
    const used = model.tokens[save.token % Math.max(1, model.tokens.length)]
    const { body, status } = await instance.post({
      type: save.type,
      subjectId: subjects[save.subject],
      domain: save.domain,
      givenAt,
      preferences: save.preferences,
      ...(save.user === null ? {} : { externalSubjectId: save.user }),
      ...(used === undefined || save.type !== "cookie_banner" ? {} : { policySnapshotToken: used.text }),
    })
    const problem = problemOf(save, model)
    const acts = model.acts.get(save.subject) ?? new Map<string, Act>()
    const key = JSON.stringify([save.type, save.domain, givenAt])
    const content = JSON.stringify(Object.entries(save.preferences).sort())
    const known = acts.get(key)
    const isRetry = known?.content === content && problem?.startsWith("POLICY_SNAPSHOT_") === true
    if (problem !== null && !isRetry) {
      return assert.deepStrictEqual([body.cause?.code, status >= 400], [problem, true])
    }
    if (known !== undefined && known.content !== content) {
      return assert.deepStrictEqual([status, body.cause?.code], [409, "CONFLICT"])
    }
    assert.strictEqual(status, 200, JSON.stringify(body))
    if (known !== undefined) return assert.strictEqual(body.consentId, known.consentId)
    const { preferences, type } = save
    if (!model.links.has(save.subject)) model.links.set(save.subject, save.user)
    model.acts.set(save.subject, acts.set(key, { content, consentId: body.consentId, type, givenAt, preferences }))
  },
  toString: () => `save ${JSON.stringify(save)}`,
})

/** The latest value of each category, by time and then by record, computed naively. */
const choiceOf = (acts: ReadonlyArray<Act>): Readonly<Record<string, boolean>> | null => {
  const banners = acts.filter(({ type }) => type === "cookie_banner")
  const ordered = banners.toSorted((a, b) => a.givenAt - b.givenAt || (a.consentId < b.consentId ? -1 : 1))
  const merged = Object.assign({}, ...ordered.map(({ preferences }) => preferences))
  return Object.keys(merged).length === 0 ? null : merged
}

const reading = (subject: 0 | 1): Step => ({
  check: () => true,
  run: async (model, { instance, subjects }) => {
    const { body, status } = await instance.send(`/subjects/${subjects[subject]}`)
    const acts = Array.from(model.acts.get(subject)?.values() ?? [])
    if (acts.length === 0) return assert.strictEqual(status, 404)
    assert.sameMembers(
      body.consents.map(({ id }: { readonly id: string }) => id),
      acts.map(({ consentId }) => consentId),
    )
    assert.strictEqual(body.subject.externalId ?? null, model.links.get(subject))
    const read: Readonly<Record<string, { readonly value: boolean }>> | undefined = body.subjectChoice?.categories
    const values = read && Object.fromEntries(Object.entries(read).map(([category, { value }]) => [category, value]))
    assert.deepStrictEqual(values ?? null, choiceOf(acts))
  },
  toString: () => `read ${subject}`,
})

const subject = FastCheck.constantFrom(0 as const, 1 as const)

const anySave: FastCheck.Arbitrary<Save> = FastCheck.record({
  subject,
  type: FastCheck.constantFrom("cookie_banner", "cookie_banner", "cookie_banner", "other", "dpa_eu"),
  domain: FastCheck.constantFrom("shop.example", "blog.example"),
  at: FastCheck.constantFrom(0, 0, 1, 9),
  preferences: FastCheck.record(
    { measurement: FastCheck.boolean(), marketing: FastCheck.boolean() },
    { requiredKeys: ["measurement"] },
  ),
  token: FastCheck.nat(5),
  user: FastCheck.constantFrom(null, "user-1", "user-2"),
})

const anySteps = FastCheck.commands(
  [
    FastCheck.constantFrom("DE", "GB").map(visit),
    FastCheck.constantFrom(1, minute, ttl * 1000, window * 1000).map(pass),
    anySave.map(saving),
    anySave.map(saving),
    subject.map(reading),
  ],
  { maxCommands: 40 },
)

describeEngines("the service and its model agree", (engine) => {
  it("over any sequence of visits, saves, retries, late replays and reads", {
    timeout: inForm({ short: 60_000, full: 600_000 }),
  }, async () => {
    const instance = await startClockedInstance(engine, start, options)
    const setup = () => {
      instance.setTime(start)
      const model: Model = { now: start, tokens: [], acts: new Map(), links: new Map() }
      return { model, real: { instance, subjects: [newSubjectId(), newSubjectId()] as const } }
    }
    try {
      await FastCheck.assert(
        FastCheck.asyncProperty(anySteps, (steps) => FastCheck.asyncModelRun(setup, steps)),
        { numRuns: inForm({ short: engine === "sqlite" ? 60 : 15, full: 300 }) },
      )
    } finally {
      await instance.stop()
    }
  })
})
