import { it } from "@effect/vitest"
import { type SourceRule, trackingSourceContract } from "@landfall/testing/contract/tracking/TrackingSourceContract"
import { Effect, Redacted } from "effect"
import { journey } from "../payloads.ts"
import {
  carrierAt,
  carrierServer,
  MAERSK,
  respondWithJson,
  respondWithStatus,
  sourceFor
} from "../support/CarrierServer.ts"

const KEY = "the-key-of-this-carrier"
const UNKNOWN = "MSKU9999990"

const rule: SourceRule = (title, run) =>
  it.live(title, () =>
    Effect.gen(function* () {
      let status = 200
      const server = yield* carrierServer(({ headers, url }, response) => {
        if (status !== 200) respondWithStatus(response, status)
        else if (headers["x-key"] !== KEY) respondWithStatus(response, 401)
        else if (url.searchParams.get("equipmentReference") === UNKNOWN) respondWithStatus(response, 404)
        else respondWithJson(response, journey())
      })
      const respondFrom = (next: number) =>
        Effect.sync(() => {
          status = next
        })
      const carrier = carrierAt(server.origin, {}, { keyHeaders: [{ name: "X-Key", value: Redacted.make(KEY) }] })
      yield* run({
        known: { scac: MAERSK, number: "MSKU1234565", kind: "CT" },
        unknown: { scac: MAERSK, number: UNKNOWN, kind: "CT" },
        secrets: [KEY],
        revoke: respondFrom(401),
        fail: respondFrom(503)
      }).pipe(Effect.provide(sourceFor([carrier])))
    })
  )

trackingSourceContract("DCSA Track & Trace over HTTP", rule)
