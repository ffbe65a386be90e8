import { assert, it } from "@effect/vitest"
import { databaseName } from "./databaseName.js"

it.each([
  ["sqlite:./consent.db", "sqlite:./consent.db"],
  ["sqlite:/var/lib/a b?.db", "sqlite:/var/lib/a b?.db"],
  ["postgres://user:canary@localhost/consent", "postgres://localhost/consent"],
  ["postgresql://localhost:5433/consent?user=u&password=canary&sslmode=require", "postgresql://localhost:5433/consent"],
  ["mysql://root:can%40ary@[::1]:3306/consent#canary", "mysql://[::1]:3306/consent"],
  ["MariaDB://canary@db/consent", "mariadb://db/consent"],
])("%s is printed as %s, without what is secret", (url, expected) => {
  assert.strictEqual(databaseName(url), expected)
})
