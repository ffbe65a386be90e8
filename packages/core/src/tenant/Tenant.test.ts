import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Tenant, TenantMismatch, tenantOfAll, type TenantScoped } from "./Tenant.js"

const check = (stores: Readonly<Record<string, TenantScoped>>, tenant: string | null) =>
  Effect.runSyncExit(Effect.provide(tenantOfAll(stores), Tenant.layer(tenant)))

const defectOf = (exit: Exit.Exit<unknown>): unknown => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : null)

describe("the tenant of a composition", () => {
  it("is that of all of its stores", () => {
    for (const tenant of ["shop", null]) {
      assert.deepStrictEqual(check({ Archive: { tenant }, ConsentStore: { tenant } }, tenant), Exit.succeed(tenant))
    }
    assert.deepStrictEqual(check({}, "shop"), Exit.succeed("shop"))
  })

  it("is none without a layer", () => {
    assert.isNull(Effect.runSync(tenantOfAll({ Archive: { tenant: null } })))
  })

  it("is refused with the first store of another tenant, so that no records of others are read", () => {
    const stores = { Archive: { tenant: "shop" }, ConsentStore: { tenant: null }, DocumentStore: { tenant: "news" } }
    const defect = defectOf(check(stores, "shop"))
    assert.instanceOf(defect, TenantMismatch)
    assert.deepInclude(defect, { store: "ConsentStore", actual: null, expected: "shop" })
    assert.isNotNull(defectOf(check({ Archive: { tenant: "shop" } }, null)))
  })

  it("is named in the error, with what to do", () => {
    const advice = "provide Tenant.layer once, to the stores and to everything that uses them"
    assert.strictEqual(
      new TenantMismatch({ store: "Archive", actual: 'a"b', expected: null }).message,
      `Archive belongs to tenant "a\\"b", but the composition runs for no tenant: ${advice}`,
    )
    assert.strictEqual(
      new TenantMismatch({ store: "Archive", actual: null, expected: "shop" }).message,
      `Archive belongs to no tenant, but the composition runs for tenant "shop": ${advice}`,
    )
  })
})
