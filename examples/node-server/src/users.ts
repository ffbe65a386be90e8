import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** A user of the shop; the `id` is what the consent service knows as `externalId`. */
export interface User {
  readonly id: string
  readonly email: string
  /** Salt and scrypt hash; absent for users who have not chosen a password yet. */
  readonly password?: string
}

/** A customer from before the shop asked for consent. */
const firstUsers: ReadonlyArray<User> = [{ id: "user-1", email: "old.customer@shop.example" }]

const hashed = (password: string, salt: string): string => `${salt}:${scryptSync(password, salt, 32).toString("hex")}`

const isPassword = (password: string, stored: string): boolean =>
  timingSafeEqual(Buffer.from(hashed(password, stored.split(":", 1)[0] ?? "")), Buffer.from(stored))

/** The shop's own users, in a file; yours are in a database. */
export const readUsers = (file: string): ReadonlyArray<User> =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : firstUsers

/** The user of an address and a password; null when they match no user. */
export const findUser = (file: string, email: string, password: string): User | null => {
  const user = readUsers(file).find((one) => one.email === email)
  return user?.password !== undefined && isPassword(password, user.password) ? user : null
}

/** A new user; null where the address has one already. */
export const addUser = (file: string, email: string, password: string): User | null => {
  const users = readUsers(file)
  if (users.some((one) => one.email === email)) return null
  const user = { id: `user-${randomUUID()}`, email, password: hashed(password, randomBytes(16).toString("hex")) }
  writeFileSync(file, JSON.stringify([...users, user], null, 2))
  return user
}
