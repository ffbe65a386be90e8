/** The log of a model: its database, the processes that sequence it, its keys, and what is published of it. */
import { readVerifierKey, type VerifierKey } from "@consent-service/core/evidence"
import {
  makePublish,
  makeSequencer,
  recoverLog,
  type RecoverOutcome,
  type Sequencer,
  type SequencerRun,
} from "@consent-service/core/evidence-log"
import { type CheckpointSigner, LogPublisher } from "@consent-service/core/ports"
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as NodeSigner from "../../evidence/NodeSigner.js"
import { verifyEd25519 } from "../../evidence/NodeVerifier.js"
import { makeRandomSalts } from "../../evidence/RandomSalts.js"
import type { ModelDatabase, ModelPorts } from "./ModelDatabase.js"
import { processes } from "./Operation.js"

export const origin = "consent.shop.example/evidence"

export const { salts } = makeRandomSalts()

/** Longer than the lease of a process that was killed. */
const leaseMs = 6_000

const realClock = Clock.make()

/** The real clock, some time later: a lease need not be waited for. */
const clockLater = (ms: number): Clock.Clock => ({
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => realClock.unsafeCurrentTimeMillis() + ms,
  unsafeCurrentTimeNanos: () => realClock.unsafeCurrentTimeNanos() + BigInt(ms) * 1_000_000n,
  currentTimeMillis: Effect.map(realClock.currentTimeMillis, (now) => now + ms),
  currentTimeNanos: Effect.map(realClock.currentTimeNanos, (now) => now + BigInt(ms) * 1_000_000n),
  sleep: (duration) => realClock.sleep(duration),
})

/** A clock that differs from the database's by a minute stops sequencing. */
const mostLaterMs = 48_000

export class ModelLog {
  readonly database: ModelDatabase
  readonly #files = new Map<string, Uint8Array>()
  /** All that ever signed, the first one first. */
  readonly allKeys = [NodeSigner.makeSigningKey(origin)]
  #keys: ReadonlyArray<string> = [...this.allKeys]
  #laterMs = 0
  #processes: Array<Promise<Sequencer>>

  constructor(database: ModelDatabase) {
    this.database = database
    this.#processes = this.#newProcesses()
  }

  run<A, E>(effect: Effect.Effect<A, E, ModelPorts | CheckpointSigner>): Promise<A> {
    const signed = Effect.provide(effect, NodeSigner.layer(this.#keys))
    return this.database.run(Effect.withClock(signed, clockLater(this.#laterMs)))
  }

  readonly #publisher = {
    put: ({ bytes, path }: { readonly bytes: Uint8Array; readonly path: string }) =>
      Effect.sync(() => void this.#files.set(path, bytes)),
    latest: Effect.sync(() =>
      Option.map(Option.fromNullable(this.#files.get("checkpoint")), (bytes) => new TextDecoder().decode(bytes)),
    ),
  }

  /** A process with nothing in its memory. */
  #newProcess(): Promise<Sequencer> {
    const anchor = this.#publisher.latest
    const holder = crypto.randomUUID()
    return this.run(makeSequencer({ origin, holder, batch: 64, checkpointEveryMs: 0, salts, anchor }))
  }

  #newProcesses(): Array<Promise<Sequencer>> {
    return Array.from({ length: processes }, () => this.#newProcess())
  }

  /** A process is killed, and another begins in its place. */
  crash(process: number): void {
    this.#processes[process] = this.#newProcess()
  }

  /** All processes are killed, and others begin when their leases have ended. */
  crashAll(): Promise<void> {
    this.#processes = this.#newProcesses()
    return this.#outlastLeases()
  }

  async #outlastLeases(): Promise<void> {
    if (this.#laterMs < mostLaterMs) this.#laterMs += leaseMs
    else await Effect.runPromise(Effect.sleep(leaseMs))
  }

  /** Ends all processes in order. */
  async endAll(): Promise<void> {
    for (const process of await Promise.all(this.#processes)) await this.run(process.finish)
  }

  /** All processes begin again, with a new key in front of the present one. */
  async rotate(): Promise<void> {
    await this.endAll()
    const key = NodeSigner.makeSigningKey(origin)
    this.allKeys.push(key)
    this.#keys = [key, ...this.#keys.slice(0, 1)]
    this.#processes = this.#newProcesses()
  }

  /** Runs a process; others give it their leases. */
  async sequence(process: number): Promise<SequencerRun> {
    const all = await Promise.all(this.#processes)
    const sequencer = all[process % processes] ?? assert.fail("no process")
    const run = await this.run(sequencer.run)
    if (run._tag !== "Waiting") return run
    for (const other of all) if (other !== sequencer) await this.run(other.finish)
    return this.run(sequencer.run)
  }

  /** Everything that waits goes into the tree, and what is signed is published. */
  async settle(process: number): Promise<void> {
    const run = await this.sequence(process)
    if (run._tag === "Waiting") {
      // A process that was killed has the lease.
      await this.#outlastLeases()
      return this.settle(process)
    }
    assert.strictEqual(run._tag, "Sequenced", JSON.stringify(run))
    await this.run(Effect.provideService(makePublish(), LogPublisher, this.#publisher))
  }

  recover(): Promise<RecoverOutcome> {
    const mirror = (path: string) => Effect.sync(() => Option.fromNullable(this.#files.get(path)))
    const keys = this.verifiers
    return this.run(recoverLog({ mirror, keys, verify: verifyEd25519, holder: salts(), salts, step: 16 }))
  }

  get verifiers(): ReadonlyArray<VerifierKey> {
    return this.allKeys.map(
      (key) => readVerifierKey(NodeSigner.verifierOf(key) ?? "") ?? assert.fail("a key that cannot be read"),
    )
  }

  get now(): number {
    return Date.now() + this.#laterMs
  }
}
