import assert from "node:assert/strict"
import { test } from "node:test"
import { HandlerTransport } from "@landfall/testing/HandlerTransport"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { Clock, DateTime, Effect } from "effect"
import { makeArrivalBoard } from "../src/ArrivalBoard.ts"
import { advance, openAccount, play, runAt } from "./Service.ts"

const CONTAINER = "MSKU7194304"
const start = DateTime.makeUnsafe("2026-01-05T00:00:00Z")
const journey = transhipmentVoyage({
  container: CONTAINER,
  booking: "BK604711",
  start,
  delays: [{ leg: 1, afterDays: 5, hours: 30, reason: "WEA" }]
})

/** Runs a test with a board, and an account whose alerts go to it. */
const withBoard = <A, E>(
  body: (
    board: ReturnType<typeof makeArrivalBoard>,
    account: Effect.Success<typeof openAccount>
  ) => Effect.Effect<A, E, HandlerTransport>
) => {
  let board: ReturnType<typeof makeArrivalBoard> | undefined
  const handler = (request: Request) => board?.handler(request) ?? new Response(null, { status: 503 })
  return runAt(
    start,
    handler,
    Effect.gen(function* () {
      const account = yield* openAccount
      const clock = yield* Clock.Clock
      board = makeArrivalBoard(account.secret, () => clock.currentTimeMillisUnsafe())
      return yield* body(board, account)
    })
  )
}

test("the board shows a delay while the vessel is at sea, and the arrival at the end", () =>
  withBoard((board, account) =>
    Effect.gen(function* () {
      yield* account.track(CONTAINER)
      yield* play(journey, account.receive, ({ title }) => title.includes("arrived at Hamburg"))
      const delayed = board.arrivals.get(CONTAINER)
      assert.deepEqual([delayed?.port, delayed?.arrived], ["DEHAM", false])
      yield* play(journey, account.receive)
      const arrival = board.arrivals.get(CONTAINER)
      assert.deepEqual([arrival?.arrived, arrival?.date], [true, delayed?.date])
    })
  ))

test("alerts that the receiver could not store arrive once it is repaired, days later", () =>
  withBoard((board, account) =>
    Effect.gen(function* () {
      yield* account.track(CONTAINER)
      yield* play(journey, account.receive, ({ title }) => title.includes("arrived at Hamburg"))
      board.breakDown()
      yield* play(journey, account.receive, ({ title }) => title.startsWith("Container discharged at Hamburg"))
      assert.equal(board.arrivals.get(CONTAINER)?.arrived, false)
      board.repair()
      yield* advance("2 days")
      assert.equal(board.arrivals.get(CONTAINER)?.arrived, true)
      const { sent } = yield* HandlerTransport
      assert.ok((yield* sent).some(({ status }) => status === 503))
    })
  ))
