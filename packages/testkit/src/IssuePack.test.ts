/** What is in an evidence pack, over stores in memory. */
import type { PolicyDecision } from "@consent-service/core/consent"
import { readCheckpointNote, readPackManifest, readTlogProof } from "@consent-service/core/evidence"
import { Archive, DocumentStore, EvidenceLog, EvidenceReader, PublishOutcome } from "@consent-service/core/ports"
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { freshDecision, freshSubjectId } from "./draft/Drafts.js"
import {
  account,
  digestOf,
  issued,
  itPacks,
  keyEntry,
  logKey,
  now,
  origin,
  pathsOf,
  saved,
  sequenced,
  textIn,
  verified,
  withoutKey,
} from "./testing/PackedLog.js"

/** A decision whose texts are archived in a language. */
const decidedIn = (language: string) =>
  Effect.gen(function* () {
    const cookieBanner = { title: `Title in ${language}`, description: "What it says" }
    const content = JSON.stringify({ language, translations: { cookieBanner, consentTypes: {} } })
    const textsDigest = digestOf(content)
    yield* (yield* Archive).keep([{ id: textsDigest, content }])
    return { ...freshDecision(), textsDigest }
  })

const publishedDocument = Effect.gen(function* () {
  const { publish } = yield* DocumentStore
  const release = { type: "privacy_policy", version: "1", hash: `sha256:${"0a".repeat(32)}`, effectiveDate: now }
  const outcome = yield* publish(release)
  return PublishOutcome.$is("Published")(outcome) ? outcome.document : assert.fail(outcome._tag)
})

const manifestIn = (files: Parameters<typeof textIn>[0]) =>
  readPackManifest(textIn(files, "manifest.json")) ?? assert.fail("no manifest")

/** The files that the manifest cannot list. */
const proving = ["manifest.json", "manifest.tlog-proof", "log/consistency.json"]

describe("an evidence pack", () => {
  itPacks(
    "of an account has its records, what was shown, and the proof of each record, link and key, and verifies",
    Effect.gen(function* () {
      const [decision, document] = [yield* decidedIn("de-AT"), yield* publishedDocument]
      const [one, other] = [freshSubjectId(), freshSubjectId()]
      const link = account("user-42")
      const first = yield* saved({ subjectId: one, givenAt: now - 3_000, createdAt: now - 2_900 }, { decision, link })
      const newest = yield* saved({ subjectId: one, givenAt: now - 1_000, createdAt: now - 900 }, { decision })
      const { id: documentId, type } = document
      const policy = yield* saved(
        { subjectId: other, type, documentId, givenAt: now - 2_000, createdAt: now - 1_900 },
        { link },
      )
      yield* saved({ createdAt: now - 500 }, { link: account("user-43") })
      yield* sequenced
      const reader = yield* EvidenceReader
      const before = Option.getOrThrow(yield* reader.checkpoint(0))
      const tools = [{ path: "verify.mjs", bytes: Uint8Array.of(1) }]
      const { files, manifest, records } = yield* issued({ selection: { externalId: "user-42" }, tools })

      const verdict = yield* verified(files)
      assert.deepStrictEqual([verdict.problems, verdict.isVerified], [[], true])
      const links = pathsOf(files).filter((path) => /^links\/lnk_\w+[\w-]*\.json$/.test(path))
      assert.lengthOf(links, 2)
      const inBothForms = [
        ...[first, newest, policy].map(({ id }) => `receipts/${id}`),
        ...links.map((path) => path.replace(".json", "")),
        `log/entries/${keyEntry}`,
      ].flatMap((path) => [`${path}.json`, `${path}.tlog-proof`])
      assert.deepStrictEqual(
        pathsOf(files),
        [
          ...inBothForms,
          ...[first, newest, policy].map(({ id }) => `records/${id}.json`),
          ...["notice.html", "rule.json", "texts.json"].map((name) => `notices/${decision.id}/${name}`),
          `documents/${documentId}.json`,
          ...proving,
          "README.html",
          "log/checkpoint",
          "log/keys.json",
          "verify.mjs",
        ].toSorted(),
      )
      assert.strictEqual(records, 3)

      assert.deepStrictEqual(manifestIn(files), manifest)
      const listed = files.filter(({ path }) => !proving.includes(path))
      assert.deepStrictEqual(manifest, {
        origin,
        createdAt: "2026-11-25T10:00:00.000Z",
        software: "a program",
        selection: { externalId: "user-42" },
        withheld: [],
        unproven: [],
        files: Object.fromEntries(listed.map(({ bytes, path }) => [path, digestOf(bytes)])),
      })
      assert.deepStrictEqual(Object.keys(manifest.files), pathsOf(listed))

      assert.strictEqual(textIn(files, "log/checkpoint"), before.note)
      assert.deepStrictEqual(JSON.parse(textIn(files, "log/keys.json")), {
        origin,
        keys: [{ key: logKey, from: before.size, until: null }],
      })
      const record = JSON.parse(textIn(files, `records/${newest.id}.json`))
      assert.deepStrictEqual(
        [record.id, record.subjectId, record.userAgent, record.rule, record.createdAt],
        [newest.id, one, newest.userAgent, "europe", "2026-11-25T09:59:59.100Z"],
      )
      assert.isNull(JSON.parse(textIn(files, `records/${policy.id}.json`)).rule)

      const readme = textIn(files, "README.html")
      assert.include(readme, '<html lang="de"')
      const rows = Array.from(readme.matchAll(/<tr><td><code><a .*?<\/tr>/g), ([row]) => row)
      const notice = `notices/${decision.id}/notice.html`
      assert.deepStrictEqual(
        rows.map((row) => Array.from(row.matchAll(/href="(.*?)"/g), ([, path]) => path)),
        [[`records/${newest.id}.json`, notice], [`records/${policy.id}.json`], [`records/${first.id}.json`, notice]],
      )
    }),
  )

  itPacks(
    "is in the log itself: an entry has the digest of its manifest, and the checkpoints of its receipts continue in that entry's",
    Effect.gen(function* () {
      const record = yield* saved({})
      yield* sequenced
      const older = Option.getOrThrow(yield* (yield* EvidenceReader).checkpoint(0)).size
      const salts = ["AAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBB"]
      const drawn = Array.from(salts)
      const { files } = yield* issued({
        selection: { consentIds: [record.id] },
        salts: () => drawn.shift() ?? assert.fail("a third salt"),
      })
      const place = yield* (yield* EvidenceReader).locate(`pck_${salts[0]}`, now)
      const proof = readTlogProof(textIn(files, "manifest.tlog-proof")) ?? assert.fail("no proof")
      assert.strictEqual(place._tag === "At" ? place.position : null, proof.index)
      const { task } = proof.entry.parts
      assert.deepStrictEqual(task !== undefined && "text" in task ? JSON.parse(task.text) : null, {
        at: now,
        digest: digestOf(textIn(files, "manifest.json")),
        what: "evidence pack",
      })
      const { proofs, to } = JSON.parse(textIn(files, "log/consistency.json"))
      assert.deepStrictEqual([to, Object.keys(proofs)], [readCheckpointNote(proof.checkpoint)?.size, [`${older}`]])
      assert.isAbove(to, older)
      assert.isAbove(Buffer.from(proofs[older], "base64").length, 0)
      // Records were asked for, not a person, so that no links are in it.
      assert.notInclude(pathsOf(files).join(), "links/")
    }),
  )

  itPacks(
    "leaves out what is withheld: names, links and whose it is for the subject; address, browser, language and metadata for the trace",
    Effect.gen(function* () {
      const subjectId = freshSubjectId()
      const link = account("user-42")
      const older = yield* saved({ subjectId, givenAt: now - 20, createdAt: now - 20 }, { link })
      const newer = yield* saved({ subjectId, givenAt: now - 10, createdAt: now - 10, domain: "newer.example" })
      yield* sequenced
      const selection = { subjectId }
      const { files, manifest } = yield* issued({ selection, withhold: ["subject"] })
      assert.deepStrictEqual((yield* verified(files)).problems, [])
      assert.deepStrictEqual([manifest.selection, manifest.withheld], [null, ["subject"]])
      assert.deepStrictEqual(
        pathsOf(files).filter((path) => /^(records|receipts|links)/.test(path)),
        [
          ...["record-1.json", "record-1.tlog-proof", "record-2.json", "record-2.tlog-proof"].map(
            (name) => `receipts/${name}`,
          ),
          "records/record-1.json",
          "records/record-2.json",
        ],
      )
      for (const { bytes, path } of files) {
        const text = `${path} ${Buffer.from(bytes).toString()}`
        for (const secret of [subjectId, older.id, newer.id, "user-42"]) assert.notInclude(text, secret, path)
      }
      const first = JSON.parse(textIn(files, "records/record-1.json"))
      assert.deepStrictEqual([first.domain, first.ipAddress], ["newer.example", newer.ipAddress])

      const withoutTrace = yield* issued({ selection, withhold: ["trace"] })
      assert.deepStrictEqual((yield* verified(withoutTrace.files)).problems, [])
      assert.deepStrictEqual([withoutTrace.manifest.selection, withoutTrace.manifest.withheld], [selection, ["trace"]])
      const record = JSON.parse(textIn(withoutTrace.files, `records/${newer.id}.json`))
      assert.deepStrictEqual([record.id, record.subjectId], [newer.id, subjectId])
      for (const member of ["ipAddress", "language", "metadata", "userAgent"]) assert.notProperty(record, member)
      assert.include(textIn(withoutTrace.files, "README.html"), "Left out on request: address, browser")
      assert.lengthOf(
        pathsOf(withoutTrace.files).filter((path) => path.startsWith("links/")),
        2,
      )
    }),
  )

  itPacks(
    "names the records that the log does not have, and verifies for the others",
    Effect.gen(function* () {
      const subjectId = freshSubjectId()
      const before = yield* saved({ subjectId, createdAt: now - 20 }, { isLogged: false })
      const logged = yield* saved({ subjectId, createdAt: now - 10, givenAt: now - 10 })
      yield* sequenced
      const { files, manifest, records } = yield* issued({ selection: { subjectId } })
      assert.deepStrictEqual([records, manifest.unproven], [2, [before.id]])
      assert.isTrue((yield* verified(files)).isVerified)
      assert.deepStrictEqual(
        pathsOf(files).filter((path) => path.startsWith("receipts/")),
        [`receipts/${logged.id}.json`, `receipts/${logged.id}.tlog-proof`],
      )
      assert.include(textIn(files, "README.html"), `<ul><li><code>${before.id}</code></li></ul>`)
    }),
  )

  itPacks(
    "of a service that signs nothing says so, has no proofs, and adds nothing to the log",
    Effect.gen(function* () {
      const record = yield* saved({})
      const selection = { subjectId: record.subjectId }
      const { files, manifest, records } = yield* withoutKey(issued({ selection }))
      assert.deepStrictEqual(pathsOf(files), ["README.html", "manifest.json", `records/${record.id}.json`])
      assert.deepStrictEqual(
        [manifest.origin, manifest.unproven, manifest.selection, records],
        [null, [record.id], selection, 1],
      )
      assert.include(textIn(files, "README.html"), "This pack is not signed")
      assert.deepStrictEqual(manifestIn(files), manifest)
      assert.isTrue(Option.isNone(yield* (yield* EvidenceReader).state))
    }),
  )

  itPacks(
    "is proven where the process has no key, as long as another has signed the log",
    Effect.gen(function* () {
      const { subjectId } = yield* saved({})
      yield* sequenced
      const { files } = yield* withoutKey(issued({ selection: { subjectId } }))
      assert.isTrue((yield* verified(files)).isVerified)
    }),
  )

  itPacks(
    "has the time stamps over its records, and the proof that each stamped tree is continued",
    Effect.gen(function* () {
      const { id } = yield* saved({})
      yield* sequenced
      const { keepTimestamp } = yield* EvidenceLog
      const stamp = { authority: "https://tsa.example", text: "stamped", answer: Uint8Array.of(1), keptAt: now }
      const { size } = Option.getOrThrow(yield* (yield* EvidenceReader).checkpoint(0))
      // One that the pack's own entry is the last of, and one that no checkpoint of this pack can prove.
      yield* Effect.forEach([size + 1, size + 2], (one) =>
        keepTimestamp({ ...stamp, size: one, authority: `https://tsa-${one}.example` }),
      )
      const { files } = yield* issued({ selection: { consentIds: [id] } })
      const stamps = pathsOf(files).filter((path) => path.startsWith("log/timestamps/"))
      assert.lengthOf(stamps, 4)
      const { proofs, to } = JSON.parse(textIn(files, "log/consistency.json"))
      assert.deepStrictEqual([to, Object.keys(proofs), proofs[to]], [size + 1, [`${size}`, `${size + 1}`], ""])
    }),
  )

  itPacks(
    "speaks the language that was asked for, else that of the newest notice, else English",
    Effect.gen(function* () {
      const subjectId = freshSubjectId()
      const languageOf = (request: Omit<Parameters<typeof issued>[0], "selection"> = {}) =>
        Effect.map(
          issued({ selection: { subjectId }, ...request }),
          ({ files }) => /<html lang="(.*?)"/.exec(textIn(files, "README.html"))?.[1],
        )
      const act = (at: number, decision: PolicyDecision | null) =>
        Effect.zipLeft(saved({ subjectId, givenAt: now + at, createdAt: now + at }, { decision }), sequenced)
      yield* act(1, null)
      assert.strictEqual(yield* languageOf(), "en")
      yield* act(2, yield* decidedIn("fr"))
      yield* act(3, yield* decidedIn("es-MX"))
      yield* act(4, null)
      assert.strictEqual(yield* languageOf(), "es")
      assert.strictEqual(yield* languageOf({ language: "de" }), "de")
      yield* act(5, yield* decidedIn("fi"))
      assert.strictEqual(yield* languageOf(), "en")
    }),
  )
})
