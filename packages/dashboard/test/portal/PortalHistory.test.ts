import { assert, describe, it } from "vitest"
import { viewOfState } from "../../src/portal/PortalHistory.ts"

describe("the view of an entry of the history", () => {
  it("is what the page has written", () => {
    for (const portalView of [
      { name: "logs" },
      { name: "endpoint", endpointId: "ep_1" },
      { name: "message", messageId: "msg_1" },
      { name: "message", messageId: "msg_1", endpointId: "ep_1" }
    ]) {
      assert.deepStrictEqual<unknown>(viewOfState({ portalView }), portalView)
    }
  })

  it("is the list of endpoints for anything else", () => {
    for (const state of [null, "logs", {}, { portalView: null }, { portalView: { name: "endpoint" } }]) {
      assert.deepStrictEqual(viewOfState(state), { name: "home" })
    }
  })
})
