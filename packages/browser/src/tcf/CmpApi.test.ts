import type { VendorList } from "@consent-service/core/vendor"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import { askedBy } from "./Asked.js"
import { type CmpPort, type CmpState, makeCmpApi } from "./CmpApi.js"
import { installStub, type LocatorFrame, type StubWindow, type TcfMessage } from "./Stub.js"
import type { TcChoice } from "./Asked.js"
import { initialChoice, toTcModel } from "./TcChoice.js"
import type { PublishedTc } from "./TcData.js"
import type { EventStatus } from "./Tcfapi.js"
import type { TcModel } from "./TcModel.js"
import { encodeTcString } from "./TcString.js"

const view = askedBy(syntheticVendorList)

const modelOf = (choice: TcChoice): TcModel =>
  toTcModel(choice, view, {
    cmpId: 31,
    cmpVersion: 4,
    language: "en",
    publisherCountryCode: "DE",
    now: Date.UTC(2026, 10, 21),
    screen: 1,
  })

const published = (choice: TcChoice, eventStatus: EventStatus): PublishedTc => {
  const model = modelOf(choice)
  return { tcString: encodeTcString(model), model, eventStatus }
}

const shown: CmpState = {
  gdprApplies: true,
  displayStatus: "visible",
  tc: published(initialChoice(view), "cmpuishown"),
}

const accepted: CmpState = {
  gdprApplies: true,
  displayStatus: "hidden",
  tc: published(view.all, "useractioncomplete"),
}

const outside: CmpState = { gdprApplies: false, displayStatus: "disabled", tc: null }

interface Page extends StubWindow<LocatorFrame> {
  readonly messages: Array<(message: TcfMessage) => void>
}

const setUp = (port: Partial<CmpPort> = {}) => {
  const messages: Array<(message: TcfMessage) => void> = []
  const place: Page = { messages, addEventListener: (_, listener) => messages.push(listener) }
  installStub(place)
  const errors: Array<unknown> = []
  const api = makeCmpApi({
    place,
    cmpId: 31,
    cmpVersion: 4,
    list: () => syntheticVendorList,
    report: (error) => errors.push(error),
    ...port,
  })
  /** Calls a command, and collects the results of its callback, now and later. */
  const call = (command: unknown, parameter?: unknown, version: unknown = 2) => {
    const heard: Array<ReadonlyArray<unknown>> = []
    place.__tcfapi?.(command, version, (...args: ReadonlyArray<unknown>) => heard.push(args), parameter)
    return heard
  }
  return { api, call, errors, place }
}

const statusOf = (heard: ReadonlyArray<ReadonlyArray<unknown>>) =>
  heard.map(([data]) => (typeof data === "object" && data !== null && "eventStatus" in data ? data.eventStatus : null))

describe("ping", () => {
  it("reports the CMP, the list and the surface, with numbers as numbers", () => {
    const { api, call } = setUp()
    api.update(shown)
    assert.deepStrictEqual(call("ping"), [
      [
        {
          gdprApplies: true,
          tcfPolicyVersion: 5,
          cmpId: 31,
          cmpVersion: 4,
          cmpLoaded: true,
          cmpStatus: "loaded",
          displayStatus: "visible",
          apiVersion: "2",
          gvlVersion: 412,
        },
        true,
      ],
    ])
    api.update(accepted)
    assert.propertyVal(call("ping")[0]?.[0], "displayStatus", "hidden")
  })

  it("comes from the stub until there is a state", () => {
    const { call } = setUp()
    assert.propertyVal(call("ping")[0]?.[0], "cmpStatus", "stub")
  })
})

describe("a queue", () => {
  it("is answered in order, once there is a state", () => {
    const { api, place } = setUp()
    const order: Array<string> = []
    place.__tcfapi?.("getTCData", 2, () => order.push("first"))
    place.__tcfapi?.("addEventListener", 2, () => order.push("second"))
    place.__tcfapi?.("nonsense", 2, (_: unknown, success: boolean) => order.push(`third ${success}`))
    assert.deepStrictEqual(order, [])
    api.update(shown)
    assert.deepStrictEqual(order, ["first", "second", "third false"])
    api.update(accepted)
    assert.deepStrictEqual(order, ["first", "second", "third false", "second"])
  })

  it("of a foreign stub that queues arguments objects is answered too", () => {
    const heard: Array<unknown> = []
    const callback = (_: unknown, success: boolean) => heard.push(success)
    const place = { __tcfapi: (): unknown => [{ 0: "getTCData", 1: 2, 2: callback, length: 3 }] }
    setUp({ place }).api.update(accepted)
    assert.deepStrictEqual(heard, [true])
  })

  it("is left to a frame above that has a queue", () => {
    const place: CmpPort["place"] = {}
    setUp({ place }).api.update(accepted)
    assert.isUndefined(place.__tcfapi)
  })
})

describe("listeners", () => {
  it("are called immediately with their id, and then for every change only", () => {
    const { api, call } = setUp()
    api.update(shown)
    const first = call("addEventListener")
    const second = call("addEventListener")
    api.update({ ...shown, displayStatus: "visible" })
    assert.deepStrictEqual(statusOf(first), ["cmpuishown"])
    api.update(accepted)
    api.update(accepted)
    api.update({ ...shown, tc: accepted.tc && { ...accepted.tc, eventStatus: "cmpuishown" } })
    assert.deepStrictEqual(statusOf(first), ["cmpuishown", "useractioncomplete", "cmpuishown"])
    assert.deepInclude(first[1]?.[0], { listenerId: 1, tcString: accepted.tc?.tcString, gdprApplies: true })
    assert.deepInclude(second[1]?.[0], { listenerId: 2 })
    assert.isTrue(first.every(([, success]) => success === true))
  })

  it("are not called after they are removed; removing an unknown id fails", () => {
    const { api, call } = setUp()
    api.update(shown)
    const heard = call("addEventListener")
    assert.strictEqual(call("removeEventListener", 7)[0]?.[0], false)
    assert.strictEqual(call("removeEventListener")[0]?.[0], false)
    assert.strictEqual(call("removeEventListener", 1)[0]?.[0], true)
    assert.strictEqual(call("removeEventListener", 1)[0]?.[0], false)
    api.update(accepted)
    assert.strictEqual(heard.length, 1)
  })

  it("removed or added while others are called are not called then", () => {
    const { api, place } = setUp()
    api.update(shown)
    const told: Array<string> = []
    let armed = false
    place.__tcfapi?.("addEventListener", 2, () => {
      told.push("one")
      if (!armed) return
      place.__tcfapi?.("removeEventListener", 2, () => undefined, 2)
      place.__tcfapi?.("addEventListener", 2, () => told.push("late"))
    })
    place.__tcfapi?.("addEventListener", 2, () => told.push("two"))
    armed = true
    api.update(accepted)
    assert.deepStrictEqual(told, ["one", "two", "one", "late"])
  })

  it("that throw do not affect others", () => {
    const { api, call, errors, place } = setUp()
    place.__tcfapi?.("addEventListener", 2, () => {
      throw new Error("oops")
    })
    const heard = call("addEventListener")
    api.update(shown)
    api.update(accepted)
    assert.strictEqual(heard.length, 2)
    assert.strictEqual(errors.length, 2)
  })
})

describe("TC data", () => {
  it("has all of the string's content", () => {
    const { api, call } = setUp()
    api.update(accepted)
    const purposes = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [index + 1, true]))
    const vendors = (isOn: (id: number) => boolean) =>
      Object.fromEntries(
        Array.from(modelOf(view.all).disclosedVendors ?? [], (id): [number, boolean] => [id, isOn(id)]),
      )
    const { vendorConsents, vendorLegitimateInterests } = modelOf(view.all)
    assert.deepStrictEqual(call("getTCData"), [
      [
        {
          tcString: encodeTcString(modelOf(view.all)),
          tcfPolicyVersion: 5,
          cmpId: 31,
          cmpVersion: 4,
          gdprApplies: true,
          eventStatus: "useractioncomplete",
          cmpStatus: "loaded",
          isServiceSpecific: true,
          useNonStandardTexts: false,
          publisherCC: "DE",
          purposeOneTreatment: false,
          purpose: {
            consents: purposes,
            legitimateInterests: { ...purposes, 1: false, 3: false, 4: false, 5: false, 6: false },
          },
          vendor: {
            consents: vendors((id) => vendorConsents.has(id)),
            legitimateInterests: vendors((id) => vendorLegitimateInterests.has(id)),
            disclosedVendors: vendors(() => true),
          },
          specialFeatureOptins: { 1: true, 2: true },
          publisher: {
            consents: {},
            legitimateInterests: {},
            customPurpose: { consents: {}, legitimateInterests: {} },
            restrictions: {},
          },
        },
        true,
      ],
    ])
  })

  it("contains no consent for a first surface", () => {
    const { api, call } = setUp()
    api.update(shown)
    const text = JSON.stringify(call("getTCData")[0]?.[0])
    assert.match(text, /"purpose":\{"consents":\{("\d+":false,?)+\},"legitimateInterests":\{[^}]*true/)
    assert.match(text, /"vendor":\{"consents":\{("\d+":false,?)+\}/)
    assert.include(text, '"specialFeatureOptins":{"1":false,"2":false}')
  })

  it("has the publisher's restrictions by purpose and vendor", () => {
    const { api, call } = setUp()
    const model: TcModel = {
      ...modelOf(view.all),
      publisherRestrictions: [
        { purposeId: 2, type: 1, vendorIds: new Set([1, 3]) },
        { purposeId: 2, type: 0, vendorIds: new Set([7]) },
        { purposeId: 10, type: 2, vendorIds: new Set([1]) },
      ],
    }
    api.update({ ...accepted, tc: { tcString: encodeTcString(model), model, eventStatus: "tcloaded" } })
    assert.include(JSON.stringify(call("getTCData")[0]?.[0]), '"restrictions":{"2":{"1":1,"3":1,"7":0},"10":{"1":2}}')
  })

  it("is minimal where the GDPR does not apply", () => {
    const { api, call } = setUp()
    api.update(outside)
    const nothing = { gdprApplies: false, tcfPolicyVersion: 5, cmpId: 31, cmpVersion: 4 }
    assert.deepStrictEqual(call("getTCData"), [[nothing, true]])
    assert.deepStrictEqual(call("addEventListener"), [[{ ...nothing, listenerId: 1 }, true]])
    assert.deepInclude(call("ping")[0]?.[0], { gdprApplies: false, cmpStatus: "loaded", displayStatus: "disabled" })
  })

  it("is minimal there even when a string is available", () => {
    const { api, call } = setUp()
    api.update({ ...accepted, gdprApplies: false })
    assert.notInclude(JSON.stringify(call("getTCData")), String(accepted.tc?.tcString))
  })
})

describe("getVendorList", () => {
  const answer = (wanted: unknown, list: VendorList | null = syntheticVendorList) => {
    const { api, call } = setUp({ list: () => list })
    api.update(accepted)
    return call("getVendorList", wanted)
  }

  it("returns the list in use, also by its version", () => {
    for (const wanted of [undefined, null, "LATEST", 412, "412"]) {
      assert.deepStrictEqual(answer(wanted), [[syntheticVendorList, true]])
    }
  })

  it("returns no other", () => {
    for (const wanted of [411, 0, -1, "x", {}, []]) assert.deepStrictEqual(answer(wanted), [[null, false]])
    assert.deepStrictEqual(answer(undefined, null), [[null, false]])
  })
})

describe("versions and commands", () => {
  it("that are unknown are refused", () => {
    const { api, call } = setUp()
    api.update(accepted)
    for (const version of [1, 3, "2", -2, Number.NaN, {}]) {
      assert.deepStrictEqual(call("getTCData", undefined, version), [[null, false]])
      assert.deepStrictEqual(call("ping", undefined, version), [[null, false]])
    }
    for (const version of [0, null, 2]) assert.strictEqual(call("getTCData", undefined, version)[0]?.[1], true)
    for (const command of ["getInAppTCData", "constructor", "toString", "__proto__", undefined, null, 5, {}]) {
      assert.deepStrictEqual(call(command), [[null, false]])
    }
  })

  it("without a callback are skipped", () => {
    const { api, place } = setUp()
    api.update(accepted)
    for (const callback of [undefined, null, "x", {}]) place.__tcfapi?.("getTCData", 2, callback)
    place.__tcfapi?.()
  })
})

describe("without a CMP id", () => {
  for (const cmpId of [undefined, null, 0, 1, 4_096, 2.5]) {
    it(`(${cmpId}) a CMP is in error: it answers only ping`, () => {
      const { api, call } = setUp({ cmpId })
      const waiting = call("addEventListener")
      api.update(accepted)
      assert.deepInclude(call("ping")[0]?.[0], { cmpStatus: "error", gdprApplies: true })
      assert.deepStrictEqual([...waiting, ...call("getTCData"), ...call("getVendorList"), ...call("nonsense")], [])
      assert.notInclude(JSON.stringify(call("ping")), String(accepted.tc?.tcString))
    })
  }

  it("waiting calls are answered once the state is known", () => {
    const { api, call } = setUp()
    api.update({ ...shown, tc: null })
    const heard = call("addEventListener")
    assert.deepStrictEqual(heard, [])
    api.update(shown)
    api.update(accepted)
    assert.deepStrictEqual(statusOf(heard), ["cmpuishown", "useractioncomplete"])
  })

  it("an id that arrives later is used", () => {
    let cmpId: number | undefined
    const messages: Array<unknown> = []
    const place: CmpPort["place"] = { __tcfapi: () => [] }
    const api = makeCmpApi({
      place,
      get cmpId() {
        return cmpId
      },
      cmpVersion: 4,
      list: () => null,
      report: () => undefined,
    })
    api.update(outside)
    place.__tcfapi?.("addEventListener", 2, (data: unknown) => messages.push(data))
    cmpId = 31
    api.update(accepted)
    assert.deepInclude(messages[1], { cmpId: 31, tcString: accepted.tc?.tcString, listenerId: 1 })
  })

  it("it can still report that the GDPR does not apply", () => {
    const { api, call } = setUp({ cmpId: undefined })
    api.update(outside)
    assert.deepInclude(call("addEventListener")[0]?.[0], { gdprApplies: false })
  })
})

describe("a nested frame", () => {
  it("receives every event after the API replaced the stub", () => {
    const { api, place } = setUp()
    const heard: Array<unknown> = []
    const source = { postMessage: (message: unknown) => heard.push(message) }
    const post = (data: unknown) => place.messages.forEach((listener) => listener({ data, source }))
    post(JSON.stringify({ __tcfapiCall: { command: "addEventListener", version: 2, callId: 0 } }))
    assert.deepStrictEqual(heard, [])
    api.update(shown)
    api.update(accepted)
    assert.strictEqual(heard.length, 2)
    assert.match(
      String(heard[0]),
      /^\{"__tcfapiReturn":\{"returnValue":.*"eventStatus":"cmpuishown".*"success":true,"callId":0\}\}$/,
    )
    assert.include(String(heard[1]), "useractioncomplete")
    post({ __tcfapiCall: { command: "removeEventListener", version: 2, callId: "r", parameter: 1 } })
    assert.deepStrictEqual(heard[2], { __tcfapiReturn: { returnValue: true, success: undefined, callId: "r" } })
    api.update(shown)
    assert.strictEqual(heard.length, 3)
  })
})
