/**
 * The `evidence` option: the log that every record is committed to.
 *
 * @module
 */
import { isKeyName, readSignerKey } from "@consent-service/core/evidence"
import {
  type Authored,
  optional,
  type OptionGroup,
  orNull,
  type Resolved,
  says,
  whole,
  withDefault,
} from "@consent-service/core/authored"
import { sha256Hex } from "@consent-service/core/primitives"
import * as Schema from "effect/Schema"
import { verifierOf } from "../evidence/NodeSigner.js"
import { ControllerOption, ProcessingOption } from "./DisclosureOptions.js"
import { PublishOption } from "./PublishOption.js"
import { TimestampsOption } from "./TimestampsOption.js"
import { WitnessesOption } from "./WitnessesOption.js"

const mostOriginLength = 200

/** A valid name of a log, and of its keys. */
export const isOrigin = (text: string): boolean =>
  text.length <= mostOriginLength && isKeyName(text) && !text.includes("://")

/** The fix for the name of a log. */
export const originForm = `must be a URL without its scheme, such as consent.shop.example/evidence: at most ${mostOriginLength} characters, no space and no plus sign`

const Origin = Schema.String.pipe(Schema.filter(isOrigin)).annotations(says(originForm))

const SigningKey = Schema.String.pipe(Schema.filter((text) => verifierOf(text) !== null)).annotations(
  says("must be a private key as `consent-service log init` prints it: PRIVATE+KEY+…"),
)

const defaults = { checkpointEveryMs: 1_000, public: "checkpoint", requireWitnesses: 0, backfill: true } as const

const fields = {
  /**
   * The name of the log, in every checkpoint and receipt: a URL without its scheme that you control. It cannot change
   * once a checkpoint is signed.
   *
   * @default that of the first signing key, or a provisional name
   */
  origin: optional(Origin),
  /**
   * Keys that sign checkpoints of the log, the current one first. `consent-service log init` makes one. Without keys
   * every record is logged, and receipts are issued once there is a key. Keep keys in the environment, never in code.
   *
   * @default none
   */
  signingKeys: withDefault(Schema.Array(SigningKey).annotations({ message: () => "must be an array of strings" }), []),
  /**
   * How far apart checkpoints are at least, in milliseconds.
   *
   * @default `1000`
   */
  checkpointEveryMs: withDefault(whole("milliseconds", 100, 86_400_000), defaults.checkpointEveryMs),
  /**
   * Who may read the log: `checkpoint` opens checkpoints, keys and proofs of consistency to everyone, and tiles to API
   * keys; `tiles` opens tiles, too; `false` has no route below `/log`. A log reveals how many records there are, and when.
   *
   * @default `checkpoint`
   */
  public: withDefault(
    Schema.Literal("checkpoint", "tiles", false).annotations(says('must be "checkpoint", "tiles" or false')),
    defaults.public,
  ),
  /**
   * Where the files of the log are published (C2SP tlog-tiles), checkpoint last: `{ directory }`; a function that puts
   * `{ path, bytes, type, cacheControl }`; or `{ put, latest }` with such a function and one that reads the published
   * checkpoint. A restored database is compared with it, and completed from it. Recommended for every installation.
   *
   * @default none
   */
  publish: orNull(PublishOption),
  /**
   * Witnesses that cosign checkpoints (C2SP tlog-witness), with their verifier keys. Nothing waits for them, unless
   * `requireWitnesses` says so. A witness that knows a tree which the stored one does not continue stops the signing.
   *
   * @default none
   */
  witnesses: withDefault(WitnessesOption, []),
  /**
   * How many of the witnesses must have cosigned the checkpoint of a receipt, an evidence pack or a certificate. Until
   * they have, the answer is 202. Saves and signatures do not wait.
   *
   * @default `0`
   */
  requireWitnesses: withDefault(whole("witnesses", 0, 8), defaults.requireWitnesses),
  /**
   * Time stamp authorities (RFC 3161) that stamp a checkpoint once in `everyMs`, by default once a day. Nothing waits for
   * them. The stamps are stored, published and put into evidence packs; `openssl ts -verify` verifies them.
   *
   * @default none
   */
  timestamps: withDefault(TimestampsOption, []),
  /**
   * Whether records that were stored before there was a log get entries, in the background. Such an entry says that it
   * came later than its record.
   *
   * @default `true`
   */
  backfill: withDefault(Schema.Boolean.annotations(says("must be true or false")), defaults.backfill),
  /**
   * Who is responsible for the processing: `{ name, contact, address, country, email, phone, url, privacyPolicy,
   * withdrawal }`. Exports in standard forms say it.
   *
   * @default none
   */
  controller: orNull(ControllerOption),
  /**
   * What each optional category is used for: `{ marketing: { purpose, dataCategories, sensitive, recipients, retention,
   * storage } }`. Exports in standard forms say it.
   *
   * @default none
   */
  processing: withDefault(ProcessingOption, {}),
}

/** The log that every record is committed to. */
export interface EvidenceOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link EvidenceOptions} as decoded. */
export interface EvidenceResolved extends Resolved<typeof fields> {}

/** {@link EvidenceOptions} with defaults. */
export interface EvidenceSettings extends Omit<EvidenceResolved, "origin"> {
  readonly origin: string
}

const nameOf = (key: string): string | null => readSignerKey(key)?.name ?? null

/** Keys sign for the log that they are named after. */
const namedAlike = ({ origin, signingKeys }: EvidenceResolved) => {
  const name = origin ?? nameOf(signingKeys[0] ?? "")
  return signingKeys.flatMap((key, i) => {
    if (signingKeys.indexOf(key) < i) return [{ path: ["signingKeys", i], message: "repeats an earlier key" }]
    return nameOf(key) === name
      ? []
      : [
          {
            path: ["signingKeys", i],
            message: `must be named ${name}, as the log is; this key is named ${nameOf(key)}`,
          },
        ]
  })
}

/** Receipts would wait for good. */
const enoughWitnesses = ({ requireWitnesses, witnesses }: EvidenceResolved) =>
  requireWitnesses <= witnesses.length
    ? []
    : [{ path: ["requireWitnesses"], message: `must not be more than the ${witnesses.length} witnesses` }]

const Log: Schema.Schema<EvidenceResolved, EvidenceOptions> = Schema.Struct(fields).pipe(
  Schema.filter((given) => [...namedAlike(given), ...enoughWitnesses(given)]),
)

const names = Object.keys(fields)
  .map((name) => `${name}?`)
  .join(", ")

/** The schema of the option. */
export const Evidence: Schema.Schema<EvidenceResolved | boolean, EvidenceOptions | boolean> = Schema.Union(
  Schema.Boolean.annotations(says(`must be true, false, or { ${names} }`)),
  Log,
)

/** A tenant as part of its log's name. */
const labelOf = (tenant: string | null): string => {
  if (tenant === null) return "evidence"
  return /^[a-z0-9][a-z0-9._-]{0,62}$/.test(tenant) ? tenant : `t-${sha256Hex(tenant).slice(0, 16)}`
}

/** Fills in the defaults; null where nothing is logged. */
export const evidenceSettings = (
  option: EvidenceResolved | boolean | null,
  tenant: string | null,
): EvidenceSettings | null => {
  if (option === false) return null
  const given: EvidenceResolved =
    option === null || option === true
      ? {
          signingKeys: [],
          witnesses: [],
          timestamps: [],
          publish: null,
          controller: null,
          processing: {},
          ...defaults,
        }
      : option
  const origin = given.origin ?? nameOf(given.signingKeys[0] ?? "") ?? `consent.localhost/${labelOf(tenant)}`
  return { ...given, origin }
}
