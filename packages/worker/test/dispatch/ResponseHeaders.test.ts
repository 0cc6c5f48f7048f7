import { assert, describe, it } from "@effect/vitest"
import { MAX_STORED_HEADER_LENGTH, MAX_STORED_HEADERS, storedHeaders } from "../../src/dispatch/ResponseHeaders.ts"

describe("the stored headers of a response", () => {
  it("are those that explain a failure first, and others in their order", () => {
    const stored = storedHeaders({ "x-request-id": "7", server: "nginx", "retry-after": "120" })
    assert.deepStrictEqual(Object.entries(stored), [
      ["retry-after", "120"],
      ["server", "nginx"],
      ["x-request-id", "7"]
    ])
  })

  it("are neither cookies nor credentials", () => {
    for (const name of ["set-cookie", "authorization", "x-csrf-token", "x-api-key", "x-amz-security-token"]) {
      assert.deepStrictEqual(storedHeaders({ [name]: "s3cret", date: "now" }), { date: "now" }, name)
    }
    assert.deepStrictEqual(storedHeaders({ location: "https://user:s3cret@sso.example/login?ticket=s3cret#s3cret" }), {
      location: "https://sso.example/login"
    })
  })

  it("are not those of the connection", () => {
    assert.deepStrictEqual(storedHeaders({ connection: "close", "transfer-encoding": "chunked", upgrade: "h2c" }), {
      upgrade: "h2c"
    })
  })

  it("are at most 20 with 2 KiB, and those that do not fit are skipped", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, "1"]))
    assert.lengthOf(Object.keys(storedHeaders({ ...many, allow: "GET" })), MAX_STORED_HEADERS)
    assert.strictEqual(storedHeaders({ ...many, allow: "GET" }).allow, "GET")
    const long = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x-${index}`, "y".repeat(9_000)]))
    const stored = storedHeaders({ ...long, "x-last": "z" })
    assert.isAtMost(Object.entries(stored).flat().join("").length, MAX_STORED_HEADER_LENGTH)
    assert.strictEqual(stored["x-last"], "z")
  })

  it("are printable", () => {
    assert.deepStrictEqual(storedHeaders({ server: "na\u0000me\ud83d" }), { server: "na?me?" })
  })
})
