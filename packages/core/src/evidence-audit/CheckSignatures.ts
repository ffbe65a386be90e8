/**
 * Whether checkpoints are signed by keys that are trusted. A key that the log introduced is trusted, too, from the entry
 * that names it on, when that entry is in a tree that a trusted key has signed.
 *
 * @module
 */
import { type CheckpointBody, readCheckpoint } from "../evidence/Checkpoint.js"
import { keyTypes, readNote, readVerifierKey, type SignedNote, type VerifierKey } from "../evidence/SignedNote.js"
import type { VerifyEd25519 } from "../evidence/VerifyReceipt.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { type Finding, findingOf } from "./Finding.js"

/** A key that an entry of the log names, with the position of the entry. */
export interface NamedKey {
  readonly key: string
  readonly position: number
}

/** A checkpoint as it was read. */
export interface ReadCheckpoint {
  /** Null when it cannot be compared with the tree. */
  readonly body: CheckpointBody | null
  readonly finding: Finding | null
}

interface Unresolved {
  readonly size: number
  readonly note: SignedNote
}

const utf8 = new TextEncoder()

/** `null` where no key of these has signed. */
const isSignedBy = async (
  { signatures, text }: SignedNote,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
): Promise<boolean | null> => {
  let verified: boolean | null = null
  for (const { keyId, name, signature } of signatures) {
    const key = keys.find((one) => one.type === keyTypes.note && one.name === name && one.id === keyId)
    if (key === undefined) continue
    if (signature.length !== 64 || !(await verify(key.publicKey, utf8.encode(text), signature))) return false
    verified = true
  }
  return verified
}

/** The check of one log's checkpoints. */
export class SignatureCheck {
  readonly #origin: string
  readonly #trusted: ReadonlyArray<VerifierKey>
  readonly #verify: VerifyEd25519
  readonly #signed = new Set<number>()
  readonly #unresolved: Array<Unresolved> = []

  /** @param trusted - without any, signatures are not checked */
  constructor(origin: string, trusted: ReadonlyArray<VerifierKey>, verify: VerifyEd25519) {
    this.#origin = origin
    this.#trusted = trusted
    this.#verify = verify
  }

  /** Reads a checkpoint; one that no trusted key has signed is judged by {@link end}. */
  async read({ note: text, size }: KeptCheckpoint): Promise<ReadCheckpoint> {
    const altered = (message: string) => ({
      body: null,
      finding: findingOf("CheckpointAltered", { to: size }, `the checkpoint of ${size} entries ${message}`),
    })
    const note = readNote(text)
    const body = note === null ? null : readCheckpoint(note.text)
    if (note === null || body === null) return altered("cannot be read")
    if (body.origin !== this.#origin) return altered(`is of the log ${JSON.stringify(body.origin)}`)
    if (body.size !== size) return altered(`says that it is of ${body.size}`)
    if (this.#trusted.length === 0) return { body, finding: null }
    const isSigned = await isSignedBy(note, this.#trusted, this.#verify)
    if (isSigned === false) {
      const message = `the checkpoint of ${size} entries has a wrong signature under the name of a trusted key`
      return { body: null, finding: findingOf("SignatureWrong", { to: size }, message) }
    }
    if (isSigned === null) this.#unresolved.push({ size, note })
    else this.#signed.add(size)
    return { body, finding: null }
  }

  /**
   * Judges the checkpoints that are left, by the keys that the log names.
   *
   * @param isRight - whether the tree has the root of the checkpoint of a size
   */
  async end(named: ReadonlyArray<NamedKey>, isRight: (size: number) => boolean): Promise<ReadonlyArray<Finding>> {
    const covered = Math.max(0, ...Array.from(this.#signed).filter(isRight))
    const keys = named.flatMap(({ key, position }) => {
      const read = position < covered ? readVerifierKey(key) : null
      return read === null || read.name !== this.#origin ? [] : [read]
    })
    const left = this.#unresolved.splice(0)
    const findings: Array<Finding> = []
    for (const { note, size } of left) {
      const isSigned = await isSignedBy(note, keys, this.#verify)
      if (isSigned === true) this.#signed.add(size)
      if (isSigned === null) this.#unresolved.push({ size, note })
      if (isSigned === false) {
        const message = `the checkpoint of ${size} entries has a wrong signature under the name of a key of the log`
        findings.push(findingOf("SignatureWrong", { to: size }, message))
      }
    }
    const grew = this.#unresolved.length < left.length
    return grew ? [...findings, ...(await this.end(named, isRight))] : [...findings, ...this.#unresolved.map(unknown)]
  }
}

const unknown = ({ size }: Unresolved): Finding =>
  findingOf("KeyUnknown", { to: size }, `the checkpoint of ${size} entries is signed by no key that is trusted`)
