import { assert, describe, it } from "@effect/vitest"
import { DASHBOARD_HEADER } from "@landfall/api/dashboard/DashboardSession"
import { Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { sessionOf } from "../../src/metering/SessionCookie.ts"

const PLAIN = "landfall-session=of-another-host"
const SECURE = "__Host-landfall-session=of-this-host"

const tokenOf = (cookie: string, headers: Record<string, string> = {}, publicUrl?: string) =>
  sessionOf(
    HttpServerRequest.fromWeb(
      new Request("http://127.0.0.1:8080/dashboard/session", {
        headers: { [DASHBOARD_HEADER]: "1", cookie, ...headers }
      })
    ),
    Option.fromUndefinedOr(publicUrl)
  )

describe("the session of a request", () => {
  it("is that of the cookie that only this host can set, wherever the browser uses https", () => {
    for (const [headers, publicUrl] of [
      [{}, "https://landfall.example"],
      [{ origin: "https://landfall.example", host: "landfall.example" }, undefined],
      [{ "sec-fetch-site": "same-origin", host: "landfall.example" }, undefined]
    ] as const) {
      assert.strictEqual(tokenOf(`${PLAIN}; ${SECURE}`, headers, publicUrl), "of-this-host")
      assert.isUndefined(tokenOf(PLAIN, headers, publicUrl))
    }
  })

  it("is that of the plain cookie over http and on loopback hosts", () => {
    for (const headers of [
      { host: "192.0.2.1:8080" },
      { "sec-fetch-site": "same-origin", host: "127.0.0.1:8080" },
      { "sec-fetch-site": "same-origin", host: "localhost:8080" },
      { "sec-fetch-site": "same-origin", host: "[::1]:8080" }
    ]) {
      assert.strictEqual(tokenOf(PLAIN, headers), "of-another-host")
    }
  })
})
