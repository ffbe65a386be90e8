import { readReceipt, readVerifierKey, verifyReceipt } from "@consent-service/core/evidence"
import { describeEngines } from "@consent-service/test-engines"
import { assert, it, vi } from "@effect/vitest"
import { runCli } from "../cli/Cli.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeSigningKey, verifierOf } from "./NodeSigner.js"
import { verifyEd25519 } from "./NodeVerifier.js"

const origin = "consent.shop.example/evidence"
const [older, newer] = [makeSigningKey(origin), makeSigningKey(origin)]
const [olderKey, newerKey] = [verifierOf(older) ?? "", verifierOf(newer) ?? ""]

const evidence = (signingKeys: ReadonlyArray<string>) => ({ evidence: { signingKeys, checkpointEveryMs: 100 } })

type Instance = ReturnType<typeof instanceOn>

/** Saves, and returns the receipt as text. */
const savedReceipt = async ({ post, service }: Instance): Promise<string> => {
  const subjectId = newSubjectId()
  const { body } = await post(aSave({ subjectId }))
  const url = `https://shop.example/subjects/${subjectId}/receipts/${body.consentId}`
  return vi.waitFor(async () => {
    const answer = await service.handler(new Request(url))
    assert.strictEqual(answer.status, 200)
    return answer.text()
  }, 15_000)
}

const verdictOf = async (receipt: string, key: string): Promise<string> => {
  const trust = { keys: [readVerifierKey(key) ?? assert.fail("no key")] }
  const verdict = await verifyReceipt(readReceipt(receipt) ?? assert.fail("no receipt"), trust, verifyEd25519)
  return verdict._tag === "Verified" ? "Verified" : verdict.reason
}

const verifyDatabase = async (key: string, database: string) => {
  const out: Array<string> = []
  const print = (text: string) => void out.push(text)
  const code = await runCli(["verify", "--key", key, "--json", "--database", database], { out: print, error: print })
  return { code, findings: JSON.parse(out.at(-1) ?? "").summary.findings }
}

describeEngines("a rotation of the log's key (threat: a stolen key of the log)", (engine) => {
  it("leaves every receipt valid, and an auditor with either key verifies the whole log", async () => {
    const first = await startInstance(engine, evidence([older]))
    const before = await savedReceipt(first)
    await first.service.dispose()

    const during = instanceOn(first.url, evidence([newer, older]))
    const signedByBoth = await savedReceipt(during)
    const { body: keys } = await during.send("/log/keys")
    assert.deepStrictEqual(
      keys.keys.map(({ key }: { readonly key: string }) => key),
      [newerKey, olderKey],
    )
    await during.service.dispose()

    const last = instanceOn(first.url, evidence([newer]))
    const after = await savedReceipt(last)
    const { body: left } = await last.send("/log/keys")
    assert.deepStrictEqual(
      left.keys.map(({ key, until }: { readonly key: string; readonly until: number | null }) => [key, until === null]),
      [
        [newerKey, true],
        [olderKey, false],
      ],
    )
    await last.service.dispose()

    const verdicts = await Promise.all(
      [before, signedByBoth, after].flatMap((receipt) => [olderKey, newerKey].map((key) => verdictOf(receipt, key))),
    )
    assert.deepStrictEqual(verdicts, ["Verified", "Unsigned", "Verified", "Verified", "Unsigned", "Verified"])
    for (const key of [olderKey, newerKey]) {
      assert.deepStrictEqual(await verifyDatabase(key, first.url), { code: 0, findings: {} })
    }
    // A key that the log never introduced vouches for nothing.
    const { code, findings } = await verifyDatabase(verifierOf(makeSigningKey(origin)) ?? "", first.url)
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(Object.keys(findings), ["KeyUnknown"])
    await first.stop()
  })
})
