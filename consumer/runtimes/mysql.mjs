// @ts-check
// A database of its own on the MySQL or MariaDB server of the tests.
import { randomBytes } from "node:crypto"
import { createRequire } from "node:module"
import { join } from "node:path"
import { Wrong } from "../suite.mjs"

const serverUrl = process.env["CONSENT_TEST_MYSQL_URL"] || "mysql://root@127.0.0.1:3306/"

/**
 * Runs with the URL of a new database, and drops it afterwards.
 *
 * @template A
 * @param {import("../place.mjs").Project} project one that has mysql2
 * @param {(url: string) => Promise<A>} use
 * @returns {Promise<A>}
 */
export const withMysql = async (project, use) => {
  const { createConnection } = createRequire(join(project.folder, "package.json"))("mysql2/promise")
  const name = `cs_consumer_${randomBytes(6).toString("hex")}`
  const connection = await createConnection(serverUrl).catch((/** @type {Error} */ error) => {
    throw new Wrong(`MySQL at ${new URL(serverUrl).host}: ${error.message}`)
  })
  try {
    await connection.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return await use(url.href)
  } finally {
    await connection.query(`drop database if exists ${name}`)
    await connection.end()
  }
}
