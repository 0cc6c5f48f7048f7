import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { encodeErrorInfo, errorResponse, makePreparedErrors } from "../../src/conventions/ApiError.ts"

describe("an error with a prepared response", () => {
  it.effect("has the response that its errorInfo has, whatever came before it", () =>
    Effect.gen(function* () {
      const prepare = makePreparedErrors("tooManyRequests")
      const details = ["one", "one", 'with "quotes" and 1970-01-01T00:00:00.000Z', "one", "ä\n"]
      for (const [index, detail] of details.entries()) {
        const now = Date.UTC(2026, 0, 1, 0, 0, index, index)
        const error = prepare(detail, now)
        assert.deepStrictEqual(error.details, [detail])
        assert.strictEqual(DateTime.toEpochMillis(error.time), now)
        const response = errorResponse(error)
        assert.strictEqual(response.status, 429)
        const web = HttpServerResponse.toWeb(response)
        assert.strictEqual(web.headers.get("content-type"), "application/json")
        const { errorCode, message, time } = error
        assert.deepStrictEqual(
          yield* Effect.promise(() => web.json()),
          encodeErrorInfo({ errorCode, message, details: [detail], time })
        )
      }
    })
  )
})
