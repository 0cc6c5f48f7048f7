import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DASHBOARD_HEADER, LINK_FRAGMENT, SESSION_PATH } from "@landfall/api/dashboard/DashboardSession"
import { ApiKeyId, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { Effect, Option } from "effect"
import { eventually } from "../support/Eventually.ts"
import { type Caller, newCaller, serviceLayer, serviceOf, serviceUrl } from "../support/Service.ts"

const MARK = { [DASHBOARD_HEADER]: "1" }
const ENDPOINTS = `${ALERTS_PREFIX}/endpoint`

/** A browser with one page of the dashboard: it keeps the cookie, and sends the headers of the page. */
const openBrowser = Effect.map(serviceUrl, (url) => {
  let cookie = ""
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string | undefined>> = {}
  ) => {
    const all: Readonly<Record<string, string | undefined>> = {
      ...MARK,
      ...(cookie === "" ? {} : { cookie }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    }
    const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    const response = await fetch(url + path, {
      method,
      headers: Object.fromEntries(sent),
      redirect: "manual",
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const set = response.headers.get("set-cookie")
    if (set !== null) cookie = set.split(";", 1)[0]?.replace(/=$/, "") ?? ""
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return { url, send, cookie: () => cookie, signIn: (body: unknown) => send("POST", SESSION_PATH, body) }
})

/** The token of a new link. */
const linkOf = async (caller: Caller): Promise<string> => {
  const { status, body } = await caller.send("GET", `${ALERTS_PREFIX}/dashboard`)
  assert.strictEqual(status, 200)
  const url = new URL(body.url)
  assert.strictEqual(url.pathname, "/dashboard/sign-in")
  assert.isTrue(url.hash.startsWith(LINK_FRAGMENT))
  const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
  assert.isAtMost(minutes, 5.1)
  return url.hash.slice(LINK_FRAGMENT.length)
}

layer(serviceLayer, { excludeTestServices: true })("the session of the dashboard", (it) => {
  it.effect("is opened by an API key, used by the operations, and ended by signing out", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const browser = yield* openBrowser
      yield* Effect.promise(async () => {
        assert.strictEqual((await browser.send("GET", ENDPOINTS)).body.errorCode, 40100)
        assert.strictEqual((await browser.signIn({ apiKey: "lf_no-such-key-0123" })).body.errorCode, 40101)
        const opened = await browser.signIn({ apiKey: caller.key })
        assert.strictEqual(opened.status, 200)
        const set = opened.headers.get("set-cookie") ?? ""
        for (const part of ["HttpOnly", "SameSite=Strict", "Path=/", "Expires="]) assert.include(set, part)
        assert.notInclude(set, "Secure")
        assert.notInclude(opened.text + set, caller.key)
        assert.strictEqual((await browser.send("GET", SESSION_PATH)).body.account.id, opened.body.account.id)
        assert.strictEqual((await browser.send("GET", ENDPOINTS)).status, 200)
        const token = browser.cookie()
        assert.strictEqual((await browser.send("DELETE", SESSION_PATH)).status, 204)
        assert.strictEqual(browser.cookie(), "landfall-session")
        await eventually(
          () => browser.send("GET", ENDPOINTS, undefined, { cookie: token }),
          ({ status }) => status === 401
        )
        assert.strictEqual(
          (await browser.send("GET", SESSION_PATH, undefined, { cookie: token })).body.errorCode,
          40104
        )
      })
    })
  )

  it.effect("is opened by a link once; a used, invented or malformed one is rejected with the reason", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const [first, second] = [yield* openBrowser, yield* openBrowser]
      yield* Effect.promise(async () => {
        const link = await linkOf(caller)
        const opened = await Promise.all([first.signIn({ link }), second.signIn({ link })])
        assert.deepStrictEqual(opened.map(({ status }) => status).toSorted(), [200, 401])
        const again = await first.signIn({ link })
        assert.strictEqual(again.body.errorCode, 40105)
        assert.include(again.body.details[0], "used before")
        const invented = await second.signIn({ link: "lfl_invented" })
        assert.strictEqual(invented.body.errorCode, 40105)
        assert.include(invented.body.details[0], "never valid")
        // The token of a session is not a link.
        const cookie = (opened[0].status === 200 ? first : second).cookie()
        const asLink = await second.signIn({ link: cookie.slice(cookie.indexOf("=") + 1) })
        assert.strictEqual(asLink.body.errorCode, 40105)
        for (const body of [{}, { link: 1 }, { apiKey: caller.key, link }, { apiKey: "x".repeat(300) }, null]) {
          assert.strictEqual((await second.signIn(body)).status, 400, JSON.stringify(body))
        }
      })
    })
  )

  it.effect("remains that of its account: a link of another account is rejected, and remains valid", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* newCaller(), yield* newCaller()]
      const browser = yield* openBrowser
      yield* Effect.promise(async () => {
        const { body } = await browser.signIn({ apiKey: own.key })
        const link = await linkOf(other)
        assert.strictEqual((await browser.signIn({ link })).body.errorCode, 40905)
        assert.strictEqual((await browser.send("GET", SESSION_PATH)).body.account.id, body.account.id)
        await browser.send("DELETE", SESSION_PATH)
        assert.strictEqual((await browser.signIn({ link })).status, 200)
        assert.notStrictEqual((await browser.send("GET", SESSION_PATH)).body.account.id, body.account.id)
        // A link of the same account is used.
        assert.strictEqual((await browser.signIn({ link: await linkOf(other) })).status, 200)
      })
    })
  )

  it.effect("is accepted from pages of this server alone", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const browser = yield* openBrowser
      yield* Effect.promise(async () => {
        await browser.signIn({ apiKey: caller.key })
        const foreign = [
          { [DASHBOARD_HEADER]: undefined },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
          { "sec-fetch-site": "none" },
          { origin: "https://attacker.example" },
          { origin: "null" }
        ]
        for (const headers of foreign) {
          const text = JSON.stringify(headers)
          assert.strictEqual((await browser.send("GET", ENDPOINTS, undefined, headers)).body.errorCode, 40100, text)
          const created = await browser.send("POST", ENDPOINTS, { url: "https://example.com/hook" }, headers)
          assert.strictEqual(created.body.errorCode, 40100, text)
          const signIn = await browser.send("POST", SESSION_PATH, { apiKey: caller.key }, headers)
          assert.strictEqual(signIn.body.errorCode, 40302, text)
          const signOut = await browser.send("DELETE", SESSION_PATH, undefined, headers)
          assert.strictEqual(signOut.body.errorCode, 40302, text)
        }
        const own = { "sec-fetch-site": "same-origin", origin: browser.url }
        assert.strictEqual((await browser.send("GET", ENDPOINTS, undefined, own)).status, 200)
        // A key of the request is used in place of the session.
        const withKey = await browser.send("GET", ENDPOINTS, undefined, { "api-key": "lf_no-such-key-0123" })
        assert.strictEqual(withKey.body.errorCode, 40101)
      })
    })
  )

  it.effect("ends with its API key", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const browser = yield* openBrowser
      const link = yield* Effect.promise(async () => {
        await browser.signIn({ apiKey: caller.key })
        return linkOf(caller)
      })
      const store = yield* ApiKeyStore
      const [key] = yield* store.list(caller.accountId)
      assert.isDefined(key)
      yield* store.revoke(ApiKeyId.make(key.id), Date.now())
      yield* Effect.promise(async () => {
        await eventually(
          () => browser.send("GET", ENDPOINTS),
          ({ status }) => status === 401
        )
        const rejected = await browser.signIn({ link })
        assert.strictEqual(rejected.body.errorCode, 40105)
        assert.include(rejected.body.details[0], "revoked")
      })
    })
  )

  it.effect("has the allowed networks of its key", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 1, ["192.0.2.0/24"])
      const browser = yield* openBrowser
      const { body } = yield* Effect.promise(() => browser.signIn({ apiKey: caller.key }))
      assert.strictEqual(body.errorCode, 40301)
    })
  )
})

const built = new Map([
  ["index.html", new TextEncoder().encode("<!doctype html><title>Page</title>")],
  ["assets/index-1a2b.js", new TextEncoder().encode(`console.log("${"x".repeat(5000)}")`)]
])

layer(
  serviceOf({ dashboard: Effect.succeed(Option.some(built)), publicUrl: Option.some("https://landfall.example") }),
  {
    excludeTestServices: true
  }
)("the files of the dashboard", (it) => {
  it.effect("are served with entity tags, compressed, and with a policy that allows this server alone", () =>
    Effect.gen(function* () {
      const { send } = yield* openBrowser
      yield* Effect.promise(async () => {
        assert.strictEqual((await send("GET", "/dashboard")).headers.get("location"), "/dashboard/")
        for (const path of ["/dashboard/", "/dashboard/sign-in", "/dashboard/endpoints/ep_1?search=x"]) {
          const page = await send("GET", path)
          assert.include(page.text, "<title>Page</title>", path)
          const policy = page.headers.get("content-security-policy") ?? ""
          assert.include(policy, "default-src 'none'")
          assert.include(policy, "frame-ancestors 'none'")
          assert.notMatch(policy, /unsafe|\*|https?:/)
          assert.include(page.headers.get("cache-control"), "no-cache")
          const unchanged = await send("GET", path, undefined, { "if-none-match": page.headers.get("etag") ?? "" })
          assert.strictEqual(unchanged.status, 304)
          assert.strictEqual(unchanged.headers.get("content-security-policy"), policy)
        }
        const script = await send("GET", "/dashboard/assets/index-1a2b.js", undefined, { "accept-encoding": "br" })
        assert.include(script.headers.get("cache-control"), "immutable")
        assert.strictEqual(script.headers.get("content-encoding"), "br")
        assert.include(script.headers.get("content-type"), "text/javascript")
        assert.strictEqual((await send("GET", "/dashboard/assets/index-0000.js")).status, 404)
        assert.notInclude((await send("GET", "/dashboard/..%2f..%2fpackage.json")).text, "dependencies")
      })
    })
  )

  it.effect("behind https, the cookie belongs to this host and to https", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const browser = yield* openBrowser
      yield* Effect.promise(async () => {
        const opened = await browser.send(
          "POST",
          SESSION_PATH,
          { apiKey: caller.key },
          { origin: "https://landfall.example" }
        )
        const set = opened.headers.get("set-cookie") ?? ""
        assert.isTrue(set.startsWith("__Host-landfall-session="))
        assert.include(set, "Secure")
        assert.strictEqual((await browser.send("GET", ENDPOINTS)).status, 200)
        const { body } = await caller.send("GET", `${ALERTS_PREFIX}/dashboard`)
        assert.isTrue(body.url.startsWith("https://landfall.example/dashboard/sign-in#link=lfl_"))
      })
    })
  )

  it.effect("behind https, the cookie that another host of the domain can set opens no session", () =>
    Effect.gen(function* () {
      const other = yield* openBrowser
      const caller = yield* newCaller()
      const browser = yield* openBrowser
      yield* Effect.promise(async () => {
        await other.signIn({ apiKey: caller.key })
        const cookie = other.cookie()
        const read = (sent: string) => browser.send("GET", SESSION_PATH, undefined, { cookie: sent })
        assert.strictEqual((await read(cookie)).status, 200)
        assert.strictEqual((await read(cookie.replace("__Host-", ""))).body.errorCode, 40104)
      })
    })
  )
})

layer(serviceOf({ dashboard: Effect.succeedNone }), { excludeTestServices: true })(
  "a dashboard that is not built",
  (it) => {
    it.effect("is one page that names the command", () =>
      Effect.gen(function* () {
        const { send } = yield* openBrowser
        const page = yield* Effect.promise(() => send("GET", "/dashboard/endpoints"))
        assert.strictEqual(page.status, 503)
        assert.include(page.text, "npm run dashboard")
      })
    )
  }
)
