/**
 * A log of eight entries, computed by two programs of different authors and checked with Go's `sumdb/tlog` and `note`
 * packages: what the functions of this folder have to reproduce to the byte.
 */
import { createHash, createPublicKey, verify } from "node:crypto"
import { partKey } from "../evidence/Commitment.js"
import type { EntryKind } from "../evidence/Entry.js"
import { type Hash, inclusionRanges, proofOf, rootOf, type TreeNode } from "../evidence/MerkleTree.js"
import type { LogReceipt } from "../evidence/Receipt.js"
import { readVerifierKey, type VerifierKey } from "../evidence/SignedNote.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { VerifyEd25519 } from "../evidence/VerifyReceipt.js"

/** 2026-12-01T00:00:00Z. */
export const start = 1796083200000

export const keys = {
  log: "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4",
  logSigner: "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f",
  witness: "witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X",
  next: "evidence.example/shop+2d4d968c+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd",
} as const

/** The consent of entry 3. */
export const facts: ConsentFacts = {
  id: "cns_1111111EvidenceExample01",
  subjectId: "sub_EvidenceExample0001",
  type: "cookie_banner",
  domain: "shop.example",
  documentId: null,
  givenAt: 1796083195000,
  createdAt: 1796083199600,
  validUntil: 1811635200000,
  preferences: { necessary: true, measurement: true, marketing: false },
  choice: {
    version: 3,
    categories: {
      measurement: { value: true, confirmedAt: 1796083195000, basis: { kind: "legacy-v2" } },
      marketing: { value: false, confirmedAt: 1796083195000, basis: { kind: "legacy-v2" } },
    },
  },
  vendorChoice: null,
  metadata: null,
  jurisdiction: "GDPR",
  model: "opt-in",
  consentAction: "custom",
  uiSource: "dialog",
  tcString: null,
  ipAddress: "203.0.113.0",
  userAgent: "Example/1.0",
  language: null,
  decisionId: `rpd_${"d1".repeat(32)}`,
  decisionSource: "snapshot_token",
  experiment: null,
  timeToDecisionMs: 4200,
  contentDigest: "c0".repeat(32),
}

const act =
  '{"action":"custom","choice":{"categories":{"marketing":{"basis":{"kind":"legacy-v2"},"confirmedAt":1796083195000,"value":false},' +
  '"measurement":{"basis":{"kind":"legacy-v2"},"confirmedAt":1796083195000,"value":true}},"version":3},"contentDigest":"' +
  `${"c0".repeat(32)}","createdAt":1796083199600,"decisionId":"rpd_${"d1".repeat(32)}","decisionSource":"snapshot_token","documentId":null,` +
  '"domain":"shop.example","experiment":null,"givenAt":1796083195000,"jurisdiction":"GDPR","model":"opt-in",' +
  '"preferences":{"marketing":false,"measurement":true,"necessary":true},"tcString":null,"timeToDecisionMs":4200,' +
  '"type":"cookie_banner","uiSource":"dialog","validUntil":1811635200000,"vendorChoice":null}'

const withPreferences = (text: string, preferences: string): string =>
  text.replace(/"preferences":\{[^}]*\}/, `"preferences":${preferences}`)

/** An entry, with the texts of its parts. */
export interface VectorEntry {
  readonly kind: EntryKind
  readonly time: number
  readonly salt: string
  readonly parts: Readonly<Record<string, string>>
  readonly commitment: string
  readonly leafHash: string
}

const entry = (
  kind: EntryKind,
  seconds: number,
  salt: string,
  parts: VectorEntry["parts"],
  commitment: string,
  leafHash: string,
): VectorEntry => ({ kind, time: start + seconds * 1000, salt, parts, commitment, leafHash })

const shortTrace = '{"ipAddress":null}'

export const entries: ReadonlyArray<VectorEntry> = [
  entry(
    0,
    0,
    "14e0Frw2e-rrizb_xsrDAg",
    { log: '{"openedAt":1796083200000,"origin":"evidence.example/shop"}' },
    "e96c697c8cf78f4462d8326e69e05dd1da845ec49388d9f02d2fee8226d2d491",
    "511483c7138b39ece6b7d0b3f08622f348f9a38e80d9d8d7486199e6141b7e9a",
  ),
  entry(
    4,
    0,
    "xh7DYDLe8SCGKnMPT9Tr8Q",
    { archive: `{"digest":"${"aa".repeat(32)}","what":"texts"}` },
    "823a7dc66ec43734d5fe6ad41c4ce791e44ba5f0a68ecc5c3691b5d6e85d83f1",
    "35a5be805f6c6bef15aa5b23b25344509ff5e80d53c97123262a6d62b44e03c4",
  ),
  entry(
    3,
    0,
    "9kxDzi3OVLEZVorx0NvIbA",
    {
      document: `{"effectiveDate":1796083200000,"hash":"sha256:${"bb".repeat(32)}","id":"doc_1","type":"privacy_policy","version":"2026-12"}`,
    },
    "d8baef17438c4edd2102b9e8ca0474570bdb06b4cc4364b8c4f848810c35c512",
    "2b81f565950172ce619b85b42f211d6f283e6624e90a58c893193ef10c2ad7b3",
  ),
  entry(
    1,
    0,
    "YuhBSpTM25JKg46fdYOyaQ",
    {
      act,
      subject: '{"id":"cns_1111111EvidenceExample01","subjectId":"sub_EvidenceExample0001"}',
      trace: '{"ipAddress":"203.0.113.0","language":null,"metadata":null,"userAgent":"Example/1.0"}',
    },
    "3b08a6e4729782047a3cb76b5cab4addafbec3d803568d73e6b9efc47983472d",
    "055655fef871e21a68547ced1ccc29f4c210c486032265e79172ac6d938ba0d6",
  ),
  entry(
    1,
    1,
    "GKSRwSS6ujpO57rD0c8g-g",
    {
      act: withPreferences(act, '{"marketing":true}'),
      subject: '{"id":"cns_2","subjectId":"sub_2"}',
      trace: shortTrace,
    },
    "265cebe8efbc8285dead348fce6d111fcf8a55074dfaa8240420e520394607de",
    "581dc3c58df28716db9574084988c423ca7007c371f2a3da9c7375b2e68a6780",
  ),
  entry(
    2,
    1,
    "TAyikMN_qOBwT5ernU9JeQ",
    {
      link: '{"externalId":"user-1","identityProvider":"external","subjectId":"sub_EvidenceExample0001","verified":true}',
    },
    "0406e53399bbef8b9c634a7b219d5402b35fc20134800cedf7c5b5f2460a87c0",
    "5c467ce83033f3e6d1f9abec384b1f2ca57c3817ac0d6eb257cc7193f77d899b",
  ),
  entry(
    1,
    2,
    "FdXKce_00WQJXvBY-Ogc6g",
    {
      act: withPreferences(act, '{"marketing":false}').replace('"givenAt":1796083195000', '"givenAt":1796083201500'),
      subject: '{"id":"cns_3","subjectId":"sub_2"}',
      trace: shortTrace,
    },
    "22fd2cd22e7513aa63c040afb9409481b20553f2d3b8d3e764cbedb3deaa0d98",
    "3f1ae21eab1c871a616e0faac14fa23b2b091b075fc9ca86cf2406590041c079",
  ),
  entry(
    5,
    3,
    "3nDACRQLp8BK6icmgIMhdw",
    { erasure: '{"count":2,"erasedAt":1796083202500,"leaves":[4,6],"reason":"art-17"}' },
    "a993747f35377fd71e0fbf0212cc5e54a92d9f7f151b630f8a3089d88907082d",
    "12fc71818df9d386baa0d74d3fbfc9020a894773c2347db34c0bf3e83dc77b62",
  ),
]

/** The roots of the first 0 to 8 leaves. */
export const roots: ReadonlyArray<string> = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "511483c7138b39ece6b7d0b3f08622f348f9a38e80d9d8d7486199e6141b7e9a",
  "19085bf2894f27f8a7266f9ff4e60c695d274ae8b33828f01f12e1303263b2ac",
  "37397652dc4293023bf4b711da622337cda6facc5c010f4f570e5e3944b05471",
  "f9c4bd6a6e2292fd5045f4ad3ae4f5463ab6b03a80afa8602341b347d8633933",
  "4e91591b9febe12e939b3192e7c9c93d6ee2974159f54a48757f43043117aad4",
  "f7af4b49f2a3c8a09adc6412c372a27492f8c3783e1ead5a9428a4102451ec19",
  "970c6f76f5d4e7b240423978f6df91cfc522a4d074e0a3e387ae0ec0cf512ea9",
  "bf8862aae9b795e5156d395cceb3963aa1b0ed431293e6f7fecac868248fc6a2",
]

/** The nodes that proofs are written with, besides the leaves `L0` to `L7`. */
export const nodes: Readonly<Record<string, string>> = {
  n01: "19085bf2894f27f8a7266f9ff4e60c695d274ae8b33828f01f12e1303263b2ac",
  n23: "50dd7b11b304591a400830bc2c03f76d8832e7b9862b8851640510f0e57079c5",
  n45: "4a39a6b10207a4c3b466953d09a6a302056961fc24702d0c72d517db24961cf5",
  n67: "ba3a284bf81d335998cb52a522840c5fee93890cf1e1107d1f5a9a472de44089",
  n03: "f9c4bd6a6e2292fd5045f4ad3ae4f5463ab6b03a80afa8602341b347d8633933",
  n47: "aa423614814854b05e8296c1005dc86e61f3ea01ea0be3efcd69d185abec1877",
  ...Object.fromEntries(entries.map(({ leafHash }, at) => [`L${at}`, leafHash])),
}

/** Position, size, and the proof by the names of its nodes. */
export const inclusion: ReadonlyArray<readonly [index: number, size: number, proof: string]> = [
  [0, 1, ""],
  [0, 8, "L1 n23 n47"],
  [3, 8, "L2 n01 n47"],
  [4, 5, "n03"],
  [5, 7, "L4 L6 n03"],
  [6, 7, "n45 n03"],
]

/** Older size, newer size, proof; `x` is the root of the leaves 4 to 6. */
export const consistency: ReadonlyArray<readonly [older: number, newer: number, proof: string]> = [
  [1, 8, "L1 n23 n47"],
  [3, 7, "L2 L3 n01 x"],
  [4, 8, "n47"],
  [5, 8, "L4 L5 n67 n03"],
  [6, 8, "n45 n67 n03"],
  [7, 8, "L6 L7 n45 n03"],
]

const signature8 =
  "\u2014 evidence.example/shop ezbwUIIlrX5RvqwF5iAfseCzM6Rd/zUDe9BHGZ7xFxlJUKlV87T6I31eunllSvX1UYrtPTBp7mDQsR65Jt03U3gKWQc=\n"
const cosignature8 =
  "\u2014 witness.example/w1 IDJKvgAAAABrDg4FFGoF+wzaK0od+IfqC9lBB+vxyc48QgleJYOXfq+UOYQxUpNg8UaZEIb9QfzEIvIaR/CzQxZJ/DKyC9A4AMgVAg==\n"
const nextSignature8 =
  "\u2014 evidence.example/shop LU2WjKxeO2FRcDK76vM3tb+rBJceZkQ/i+WkoK0+SK8mMPLYznppnfBZtlhN4j4LpirHRx2T7CfU4WvHiPmgVPssww0=\n"
const text8 = "evidence.example/shop\n8\nv4hiqum3leUVbTlczrOWOqGw7UMSk+b3/srIaCSPxqI=\n"

export const checkpoints = {
  text8,
  /** By the log's key. */
  signed8: `${text8}\n${signature8}`,
  /** And by the witness, at 1796083205 seconds. */
  witnessed8: `${text8}\n${signature8}${cosignature8}`,
  /** By both of the log's keys. */
  rotated8: `${text8}\n${signature8}${nextSignature8}`,
  signed5:
    "evidence.example/shop\n5\nTpFZG5/r4S6TmzGS58nJPW7il0FZ9UpIdX9DBDEXqtQ=\n\n" +
    "\u2014 evidence.example/shop ezbwUHN8Eh9NGIn6wHBug4InVJjaYR1clnrUsCkdz/BOSqs6ZdvubTYG49+GJEi/yh2Z4awr6MzgXlBjWz/2wnEfjgM=\n",
} as const

/** SHA-256 of what is published of the eight entries, and of the receipt of entry 3 with `trace` withheld. */
export const digests = {
  tile: "1f1ddd618a842bc2d13f203586c1fe1dbc40c4745e4d5eaba33b44c8b86995c9",
  bundle: "27f7813ba795fd4fa6f06f1db84202b97fd4c20044fb13750ed5fc559a7941ce",
  tlogProof: "bc30d1cf2b5560d60ed5840c9bcc7a42aed62180189e0410141c56e748168318",
} as const

export const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"))

export const digestOf = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex")

export const leaves: ReadonlyArray<Hash> = entries.map((one) => fromHex(one.leafHash))

export const hashAt = ({ index, level }: TreeNode): Hash =>
  rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))

export const keyOf = (text: string): VerifierKey => {
  const key = readVerifierKey(text)
  if (key === null) throw new Error(`not a verifier key: ${text}`)
  return key
}

/** By Node.js. */
export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
  return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
}

/** The receipt of an entry in the log of eight, with all of its parts. */
export const receiptOf = (index: number, checkpoint: string): LogReceipt => {
  const found = entries[index]
  if (found === undefined) throw new Error(`no entry ${index}`)
  const { kind, parts, salt, time } = found
  const disclosed = Object.entries(parts).map(([name, text]) => [name, { key: partKey(salt, name), text }] as const)
  return {
    origin: "evidence.example/shop",
    index,
    entry: { kind, time, parts: Object.fromEntries(disclosed) },
    proof: proofOf(inclusionRanges(index, 8), hashAt),
    checkpoint,
  }
}
