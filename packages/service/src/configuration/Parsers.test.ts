/** Whatever is configured, and whatever is given to a command as a file, is read or refused. */
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import { bytesParser, describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as Either from "effect/Either"
import { dumpCall, shellLine, versionIn } from "../backup/DumpCall.js"
import { cosignerOf, makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { isOrigin } from "../options/EvidenceOptions.js"
import { unzipPack } from "../pack/UnzipPack.js"
import { packTools } from "../pack/ZipPack.js"
import { optionLeaves } from "../server/OptionLeaves.js"
import { parseJson } from "../server/ParseJson.js"
import { readVariables } from "../server/Variables.js"

const utf8 = new TextEncoder()

const noFile = (): string => {
  throw new Error("no file is read")
}

const names = [
  "CONSENT_TRUSTED_ORIGINS",
  "CONSENT_LIMITS_MAX_BODY_BYTES",
  "CONSENT_REQUIRE_TENANT_ID",
  "CONSENT_TRUSTED_PROXIES",
  "CONSENT_GVL_VENDOR_IDS",
  "DATABASE_URL",
]

const pack = await packTools.zip([
  { path: "manifest.json", bytes: utf8.encode('{"format":"consent-service/evidence-pack/v1"}') },
  { path: "records/cns_1.json", bytes: utf8.encode("{}") },
])

/** The text of a refusal is for people, and says what kind of file it is about. */
const jsonOrRefusal = (text: string): unknown => {
  try {
    return { value: parseJson(text) }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("is not valid JSON: ")) return null
    throw error
  }
}

const key = makeSigningKey("evidence.example/shop")

describeParsers("configuration", [
  parser({
    name: "variables",
    seeds: ["shop.example, *.shop.example", "1024", "true", "private", "1,2,3", "postgres://db/consent"],
    parse: (text) => readVariables(optionLeaves, Object.fromEntries(names.map((name) => [name, text])), noFile),
    holds: ({ issues, values }) =>
      issues.every(({ message }) => message !== "") && values.length + issues.length <= names.length,
    share: 0.02,
  }),
  parser({
    name: "JSON of a configuration",
    seeds: ['{"apiKeys":["a"],"limits":{"maxBodyBytes":-1.5e3}}'],
    parse: jsonOrRefusal,
  }),
  parser({ name: "name of a log", seeds: ["consent.shop.example/evidence"], parse: isOrigin }),
  parser({ name: "signing key", seeds: [key], parse: verifierOf, share: 0.01 }),
  parser({ name: "key of a witness", seeds: [key], parse: cosignerOf, share: 0.01 }),
  parser({
    name: "database URL of a backup",
    seeds: ["postgres://user:p%40ss@db.example:5432/consent?sslmode=require", "mysql://user@[::1]/consent?ssl=1"],
    parse: (url) =>
      Either.map(parseDatabaseUrl(url), (database) =>
        database._tag === "Sqlite"
          ? ""
          : shellLine(dumpCall(url, "/tmp/a", database._tag === "Mysql" ? "mysqldump" : "pg_dump")),
      ),
    isRead: Either.isRight,
    share: 0.3,
  }),
  parser({
    name: "version of a tool",
    seeds: ["pg_dump (PostgreSQL) 15.20", "mariadb-dump  Ver 10.19 Distrib 10.11.19-MariaDB"],
    parse: versionIn,
  }),
  bytesParser({ name: "evidence pack", seeds: [pack], parse: unzipPack, share: 0.02 }),
])
