import { assert, describe, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { ADMIN_KEY, adminService, createAccount, logLines, send } from "../support/Admin.ts"
import { callerOf, serviceUrl } from "../support/Service.ts"

const UUID = "9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11"
const AUDITED_UUID = "5a0f1d7e-93c2-4b7d-8f60-2c1b4f9d3e55"
const OTHER_UUID = "0a9d1c52-7c1b-4a53-9a44-5be1c0a6d7f2"

layer(adminService, { excludeTestServices: true })("the admin API", (it) => {
  describe("credits and usage", () => {
    it.effect("a top-up raises the credits of the current period, and not those at its start", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount({ name: "A", monthlyCredits: 5 })
        const path = `/admin/v1/accounts/${account.id}`
        const period = (yield* send(admin, "GET", `${path}/consumption/current-period`)).body
        assert.deepInclude(period, { credits: 5, creditsInitial: 5, expired: false })
        const topped = yield* send(admin, "POST", `${path}/top-ups`, { credits: 100 })
        assert.deepStrictEqual([topped.status, topped.body], [201, { ...period, credits: 105 }])
        assert.deepStrictEqual((yield* send(admin, "GET", `${path}/consumption/periods`)).body, [topped.body])
      })
    )

    it.effect("an account without monthly credits has no period until a top-up opens it", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount({ name: "A", monthlyCredits: null })
        const path = `/admin/v1/accounts/${account.id}`
        assert.strictEqual((yield* send(admin, "GET", `${path}/consumption/current-period`)).body.errorCode, 40405)
        const topped = yield* send(admin, "POST", `${path}/top-ups`, { credits: 7 })
        assert.deepInclude(topped.body, { credits: 7, creditsInitial: 0 })
      })
    )

    it.effect("the usage of an account is what the account itself reads", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount()
        const key = (yield* send(admin, "POST", `/admin/v1/accounts/${account.id}/keys`, {})).body
        const caller = callerOf(yield* serviceUrl, key.secret)
        yield* send(caller, "GET", `${ALERTS_PREFIX}/endpoint/none`)
        const usage = (yield* send(admin, "GET", `/admin/v1/accounts/${account.id}/usages`)).body
        assert.deepInclude(usage, { allCalls: 1, clientErrorCalls: 1, consumedApiUnits: 0 })
      })
    )
  })

  describe("keys", () => {
    it.effect("are shown once, listed without secret, and revoked", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount()
        const path = `/admin/v1/accounts/${account.id}/keys`
        const request = { name: "Billing", expiresAt: "2999-01-01T00:00:00Z", allowedNetworks: ["127.0.0.1"] }
        const { secret, ...key } = (yield* send(admin, "POST", path, request)).body
        assert.match(secret, /^lf_/)
        assert.deepInclude(key, {
          accountId: account.id,
          name: "Billing",
          prefix: secret.slice(0, 7),
          state: "valid",
          expiresAt: "2999-01-01T00:00:00.000Z",
          allowedNetworks: ["127.0.0.1/32"],
          lastUsedAt: null,
          revokedAt: null
        })
        assert.deepStrictEqual((yield* send(admin, "GET", path)).body.data, [key])
        const revoked = yield* send(admin, "DELETE", `/admin/v1/keys/${key.id}`)
        assert.deepInclude(revoked.body, { id: key.id, state: "revoked" })
        assert.deepStrictEqual((yield* send(admin, "DELETE", `/admin/v1/keys/${key.id}`)).body, revoked.body)
        const caller = callerOf(yield* serviceUrl, secret)
        assert.strictEqual((yield* send(caller, "GET", `${ALERTS_PREFIX}/endpoint`)).status, 401)
      })
    )
  })

  describe("the audit log", () => {
    it.effect("has one line for each change, with ids and without names and secrets", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount({ name: "Confidential name", monthlyCredits: 5 })
        const path = `/admin/v1/accounts/${account.id}`
        const headers = { "idempotency-key": AUDITED_UUID, "x-request-id": "billing-7" }
        for (let time = 0; time < 2; time++) yield* send(admin, "POST", `${path}/top-ups`, { credits: 3 }, headers)
        yield* send(admin, "PATCH", path, { plan: "free" })
        const key = (yield* send(admin, "POST", `${path}/keys`, { name: "Confidential key" })).body
        yield* send(admin, "DELETE", `/admin/v1/keys/${key.id}`)
        yield* send(admin, "POST", `${path}/top-ups`, { credits: -3 })
        const lines = logLines.filter((line) => line.includes(account.id)).map((line) => JSON.parse(line).annotations)
        assert.deepStrictEqual(
          lines.map(({ audit }) => audit),
          ["account.created", "account.topped_up", "account.changed", "key.created", "key.revoked"]
        )
        assert.deepInclude(lines[1], { credits: 3, clientAddress: "127.0.0.1", requestId: "billing-7" })
        assert.strictEqual(lines[4].keyId, key.id)
        for (const secret of [key.secret, ADMIN_KEY, "Confidential"]) assert.notInclude(logLines.join(""), secret)
      })
    )
  })

  describe("an idempotency-key", () => {
    it.effect("creates, tops up and issues once, and gets the first response again", () =>
      Effect.gen(function* () {
        const { admin, account } = yield* createAccount({ name: "A", monthlyCredits: 0 })
        const other = (yield* createAccount()).account
        const headers = { "idempotency-key": UUID }
        const path = `/admin/v1/accounts/${account.id}`
        for (const [target, body] of [
          ["/admin/v1/accounts", { name: "Once" }],
          [`${path}/top-ups`, { credits: 9 }],
          [`${path}/keys`, { name: "Once" }]
        ] as const) {
          const first = yield* send(admin, "POST", target, body, headers)
          const again = yield* send(admin, "POST", target, body, headers)
          assert.deepStrictEqual([again.status, again.body], [201, first.body], target)
          const reused = yield* send(
            admin,
            "POST",
            target,
            { ...body, ...("name" in body ? { name: "Two" } : { credits: 8 }) },
            headers
          )
          assert.deepStrictEqual([reused.status, reused.body.errorCode], [422, 42200], target)
          const malformed = yield* send(admin, "POST", target, body, { "idempotency-key": "x" })
          assert.strictEqual(malformed.body.errorCode, 40005)
        }
        const elsewhere = yield* send(admin, "POST", `/admin/v1/accounts/${other.id}/top-ups`, { credits: 9 }, headers)
        assert.strictEqual(elsewhere.body.errorCode, 42200, "the same key for another account")
        assert.strictEqual((yield* send(admin, "GET", `${path}/consumption/current-period`)).body.credits, 9)
        assert.strictEqual((yield* send(admin, "GET", `${path}/keys`)).body.data.length, 1)
        const second = yield* send(admin, "POST", `${path}/top-ups`, { credits: 9 }, { "idempotency-key": OTHER_UUID })
        assert.strictEqual(second.body.credits, 18)
      })
    )
  })
})
