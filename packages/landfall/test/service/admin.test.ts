import { assert, describe, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { ADMIN_KEY, adminCaller, adminService, createAccount, hasBody, operations, send } from "../support/Admin.ts"
import { callerOf, newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

layer(serviceLayer, { excludeTestServices: true })("without an admin key", (it) => {
  it.effect("every path of the admin API is an unknown path", () =>
    Effect.gen(function* () {
      const caller = callerOf(yield* serviceUrl, ADMIN_KEY)
      for (const { method, path } of [...operations, { method: "GET", path: "/admin/v1/openapi.json" }]) {
        const response = yield* send(caller, method, path, hasBody(method) ? {} : undefined)
        assert.deepStrictEqual([response.status, response.body.errorCode], [404, 40400], `${method} ${path}`)
      }
    })
  )
})

layer(adminService, { excludeTestServices: true })("the admin API", (it) => {
  describe("access", () => {
    it.effect("every path needs the admin key, before the request is read; the key of an account is rejected", () =>
      Effect.gen(function* () {
        const url = yield* serviceUrl
        const account = yield* newCaller()
        const paths = [
          ...operations,
          { method: "GET", path: "/admin/v1/openapi.json" },
          { method: "GET", path: "/admin/v1/nothing" },
          { method: "PUT", path: "/admin/v1/accounts" }
        ]
        for (const [key, code] of [
          ["", 40100],
          [account.key, 40101],
          [`${ADMIN_KEY}x`, 40101],
          [ADMIN_KEY.slice(0, -1), 40101]
        ] as const) {
          for (const { method, path } of paths) {
            const response = yield* send(callerOf(url, key), method, path, hasBody(method) ? "{" : undefined)
            assert.deepStrictEqual([response.status, response.body.errorCode], [401, code], `${method} ${path} ${key}`)
          }
        }
        const admin = callerOf(url, ADMIN_KEY)
        assert.strictEqual((yield* send(admin, "GET", `${ALERTS_PREFIX}/endpoint`)).status, 401)
      })
    )

    it.effect("unknown paths are 404, other methods 405 with Allow", () =>
      Effect.gen(function* () {
        const admin = yield* adminCaller
        const unknown = yield* send(admin, "GET", "/admin/v1/nothing")
        assert.deepStrictEqual([unknown.status, unknown.body.errorCode], [404, 40400])
        const other = yield* send(admin, "PUT", "/admin/v1/accounts", {})
        assert.deepStrictEqual([other.status, other.body.errorCode], [405, 40500])
        assert.deepStrictEqual(other.headers.get("allow")?.split(", ").sort(), ["GET", "HEAD", "OPTIONS", "POST"])
        const options = yield* send(admin, "OPTIONS", "/admin/v1/accounts")
        assert.deepStrictEqual([options.status, options.headers.get("allow")], [204, other.headers.get("allow")])
      })
    )

    it.effect("the OpenAPI document has every operation, each with the key", () =>
      Effect.gen(function* () {
        const { body } = yield* send(yield* adminCaller, "GET", "/admin/v1/openapi.json")
        const documented = Object.entries<Record<string, { security: ReadonlyArray<unknown> }>>(body.paths).flatMap(
          ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
        )
        assert.strictEqual(documented.length, operations.length)
        for (const { operation } of documented) assert.isAbove(operation.security.length, 0)
      })
    )
  })

  describe("accounts", () => {
    it.effect("are created with the defaults of their plan, and can be used immediately", () =>
      Effect.gen(function* () {
        const admin = yield* adminCaller
        const plans = (yield* send(admin, "GET", "/admin/v1/plans")).body
        assert.deepStrictEqual(plans, [
          { plan: "free", alerts: false, defaultMonthlyCredits: 1_000 },
          { plan: "pay-as-you-go", alerts: true, defaultMonthlyCredits: 1_000_000 }
        ])
        for (const { plan, defaultMonthlyCredits } of plans) {
          const { account } = yield* createAccount({ name: "Harbour Lines", plan })
          assert.deepInclude(account, { plan, monthlyCredits: defaultMonthlyCredits })
          assert.deepStrictEqual((yield* send(admin, "GET", `/admin/v1/accounts/${account.id}`)).body, account)
        }
        const key = (yield* send(admin, "POST", `/admin/v1/accounts/${(yield* createAccount()).account.id}/keys`, {}))
          .body
        const caller = callerOf(yield* serviceUrl, key.secret)
        assert.strictEqual(
          (yield* send(caller, "GET", `${CO2_PREFIX}/consumption/current-period`)).body.credits,
          1_000_000
        )
      })
    )

    it.effect("change what the request names, and nothing else", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount({ name: "Harbour Lines", monthlyCredits: 50 })
        const path = `/admin/v1/accounts/${account.id}`
        const changed = yield* send(admin, "PATCH", path, { plan: "free" })
        assert.deepStrictEqual(changed.body, { ...account, plan: "free" })
        const ended = yield* send(admin, "PATCH", path, { monthlyCredits: null, name: "Harbour" })
        assert.deepStrictEqual(ended.body, { ...account, plan: "free", name: "Harbour", monthlyCredits: null })
        assert.deepStrictEqual((yield* send(admin, "PATCH", path, {})).body, ended.body)
      })
    )

    it.effect("are listed in pages, oldest first", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount()
        const second = (yield* createAccount()).account
        const ids: Array<string> = []
        let query = "?limit=2"
        for (;;) {
          const { body } = yield* send(admin, "GET", `/admin/v1/accounts${query}`)
          ids.push(...body.data.map(({ id }: { readonly id: string }) => id))
          if (body.done) break
          query = `?limit=2&iterator=${body.iterator}`
        }
        assert.deepStrictEqual(ids.slice(-2), [account.id, second.id])
        assert.strictEqual(new Set(ids).size, ids.length)
      })
    )

    it.effect("reject faults one by one, and unknown accounts", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount()
        const cases: ReadonlyArray<readonly [string, string, unknown, number, RegExp]> = [
          ["POST", "accounts", {}, 40002, /^\$\.name is missing/],
          ["POST", "accounts", { name: " " }, 40002, /^\$\.name must not be empty/],
          ["POST", "accounts", { name: "a\u0007b" }, 40002, /^\$\.name must not contain control characters/],
          [
            "POST",
            "accounts",
            { name: "A", plan: "gold" },
            40002,
            /^\$\.plan must be "free" or "pay-as-you-go", got "gold"/
          ],
          [
            "POST",
            "accounts",
            { name: "A", monthlyCredits: -1 },
            40002,
            /^\$\.monthlyCredits must be a whole number from 0/
          ],
          ["POST", "accounts", { name: "A", credits: 1 }, 40003, /^\$\.credits/],
          [
            "POST",
            `accounts/${account.id}/top-ups`,
            { credits: 0 },
            40002,
            /^\$\.credits must be a whole number from 1/
          ],
          [
            "POST",
            `accounts/${account.id}/top-ups`,
            { credits: 1e12 },
            40002,
            /^\$\.credits must be at most 999999000000/
          ],
          [
            "POST",
            `accounts/${account.id}/keys`,
            { expiresAt: "2020-01-01T00:00:00Z" },
            40002,
            /^\$\.expiresAt must be in the future/
          ],
          [
            "POST",
            `accounts/${account.id}/keys`,
            { allowedNetworks: ["x"] },
            40002,
            /^\$\.allowedNetworks\[0\] must be an IP address/
          ],
          ["GET", "accounts?limit=0", undefined, 40004, /^query\.limit must be a whole number from 1 to 250/],
          ["GET", "accounts?iterator=zzz", undefined, 40004, /^query\.iterator/],
          ["GET", "accounts/acc_none", undefined, 40410, /^There is no account acc_none/],
          ["GET", "accounts/%00", undefined, 40410, /^There is no account/],
          ["PATCH", "accounts/acc_none", { plan: "free" }, 40410, /^There is no account acc_none/],
          ["POST", "accounts/acc_none/top-ups", { credits: 1 }, 40410, /^There is no account acc_none/],
          ["POST", "accounts/acc_none/keys", {}, 40410, /^There is no account acc_none/],
          ["GET", "accounts/acc_none/keys", undefined, 40410, /^There is no account acc_none/],
          ["GET", "accounts/acc_none/usages", undefined, 40410, /^There is no account acc_none/],
          ["GET", "accounts/acc_none/consumption/periods", undefined, 40410, /^There is no account acc_none/],
          ["DELETE", "keys/key_none", undefined, 40411, /^There is no API key key_none/]
        ]
        for (const [method, path, body, code, detail] of cases) {
          const response = yield* send(admin, method, `/admin/v1/${path}`, body)
          assert.strictEqual(response.body.errorCode, code, `${method} ${path} ${JSON.stringify(response.body)}`)
          assert.strictEqual(response.status, Math.floor(code / 100))
          assert.match(response.body.details[0], detail)
        }
      })
    )
  })
})
