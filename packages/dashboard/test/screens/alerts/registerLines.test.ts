import { afterEach, assert, describe, it, vi } from "vitest"
import { RequestFailed } from "../../../src/client/RequestFailed.ts"
import { registerLines } from "../../../src/screens/alerts/custom/CreateAlert.ts"

const ENDPOINT = "ep_1"
const headers = { "content-type": "application/json", "x-request-id": "r" }

/** A server that accepts at most so many lines in a request; returns the numbers of each request that it accepts. */
const startServer = (maxLines: number): ReadonlyArray<ReadonlyArray<string>> => {
  const accepted: Array<ReadonlyArray<string>> = []
  vi.stubGlobal("fetch", async (_path: string, { body }: { readonly body: string }) => {
    const numbers: Array<string> = JSON.parse(body)[ENDPOINT].shipments.map((line: { number: string }) => line.number)
    if (numbers.length > maxLines) {
      const error = { errorCode: 41301, message: "The request exceeds a limit.", details: [], time: "" }
      return new Response(JSON.stringify(error), { status: 413, headers })
    }
    accepted.push(numbers)
    const results = numbers.map((number) => ({
      number,
      status: number === "N3" ? "rejected" : "accepted",
      reason: null
    }))
    return new Response(JSON.stringify({ results }), { status: 202, headers })
  })
  return accepted
}

const lines = Array.from({ length: 1_200 }, (_, n) => ({ number: `N${n}` }))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("the registration of many lines", () => {
  it("is sent in parts, each line once and in order, with the rejected ones in the result", async () => {
    const accepted = startServer(2_500)
    const progress: Array<number> = []
    const result = await registerLines(ENDPOINT, lines, (done) => progress.push(done))
    assert.deepStrictEqual(progress, [500, 1_000, 1_200])
    assert.deepStrictEqual(
      accepted.flat(),
      lines.map(({ number }) => number)
    )
    assert.deepStrictEqual(result, { count: 1_199, rejected: [{ number: "N3", reason: "" }] })
  })

  it("is sent in smaller parts where the limit is lower, because other endpoints register each shipment too", async () => {
    const accepted = startServer(60)
    await registerLines(ENDPOINT, lines, () => undefined)
    assert.deepStrictEqual(
      accepted.flat(),
      lines.map(({ number }) => number)
    )
    assert.isAtLeast(accepted[0]?.length ?? 0, 30)
  })

  it("fails where one line is too much", async () => {
    startServer(0)
    const error = await registerLines(ENDPOINT, lines, () => undefined).catch((failure: unknown) => failure)
    assert.instanceOf(error, RequestFailed)
  })
})
