// @ts-check
// A database of its own on the PostgreSQL server of the tests.
import { randomBytes } from "node:crypto"
import { createRequire } from "node:module"
import { Unavailable } from "./suite.mjs"

const serverUrl = process.env["CONSENT_TEST_POSTGRES_URL"] || "postgres://postgres@127.0.0.1:5432/postgres"

/** The machine's PostgreSQL server is not used where the environment says so. */
const isAllowed = process.env["CONSENT_TEST_POSTGRES_URL"] || process.env["CONSENT_TEST_NO_LOCAL"] !== "1"

/** @param {string} statement */
const query = async (statement) => {
  if (!isAllowed) throw new Unavailable("CONSENT_TEST_NO_LOCAL=1, and CONSENT_TEST_POSTGRES_URL names no other server")
  const { Client } = createRequire(import.meta.url)("pg")
  const client = new Client({ connectionString: serverUrl })
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    throw new Unavailable(`PostgreSQL at ${new URL(serverUrl).host}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await client.end()
  }
}

/**
 * Runs with the URL of a new database, and drops it afterwards.
 *
 * @template A
 * @param {(url: string) => Promise<A>} use
 * @returns {Promise<A>}
 */
export const withPostgres = async (use) => {
  const name = `cs_consumer_${randomBytes(6).toString("hex")}`
  await query(`create database ${name}`)
  try {
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return await use(url.href)
  } finally {
    await query(`drop database if exists ${name} with (force)`)
  }
}
