import { assert, describe, it } from "vitest"
import { isCI, nodeIsSupported, withoutNpmRun } from "./workspace.mjs"

describe("nodeIsSupported", () => {
  it("starts at 20.19", () => {
    for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.1.0"]) assert.isTrue(nodeIsSupported(version), version)
    for (const version of ["18.20.8", "19.19.0", "20.18.3"]) assert.isFalse(nodeIsSupported(version), version)
  })
})

describe("withoutNpmRun", () => {
  it("drops what describes npm's own run", () =>
    assert.deepEqual(
      withoutNpmRun({
        INIT_CWD: "/x",
        npm_command: "run-script",
        npm_config_local_prefix: "/x",
        npm_config_user_agent: "npm/11",
        npm_lifecycle_event: "start",
        npm_package_json: "/x/package.json",
        NPM_CONFIG_PREFIX: "/usr",
      }),
      {},
    ))

  it("keeps what a user may have set", () => {
    const env = { PATH: "/bin", npm_config_cache: "/c", npm_config_https_proxy: "http://p", npm_config_nodedir: "/n" }
    assert.deepEqual(withoutNpmRun(env), env)
  })
})

describe("isCI", () => {
  it("follows the variable's meaning", () => {
    assert.isTrue(isCI({ CI: "true" }))
    for (const env of [{}, { CI: "" }, { CI: "false" }, { CI: "0" }]) assert.isFalse(isCI(env))
  })
})
