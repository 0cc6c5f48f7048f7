import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect, Schema } from "effect"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { newCaller, serviceLayer } from "../support/Service.ts"

const CONTAINER = "MSKU7194304"
const HOUR = 3_600_000

const Correction = Schema.Struct({
  type: Schema.String,
  data: Schema.Struct({
    location: Schema.Struct({ unlocode: Schema.String }),
    supersedes: Schema.optionalKey(
      Schema.Struct({
        id: Schema.String,
        type: Schema.String,
        location: Schema.Struct({ unlocode: Schema.String, visit: Schema.Int }),
        date: Schema.String
      })
    )
  })
})

const move = (code: "LOAD" | "DISC", port: string, vessel: string, at: number) => ({
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: code,
  eventClassifierCode: "ACT",
  emptyIndicatorCode: "LADEN",
  equipmentReference: CONTAINER,
  eventDateTime: new Date(at).toISOString(),
  transportCall: {
    transportCallID: `${vessel}-${port}`,
    modeOfTransport: "VESSEL",
    UNLocationCode: port,
    vessel: { vesselName: vessel }
  }
})

layer(serviceLayer, { excludeTestServices: true })("the correction of a wrong alert", (it) => {
  it.effect("names the wrong alert by its webhook-id, as a receiver that verifies the signature reads it", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const discharges = ["container.discharge.at.final.pod", "container.discharge.at.transhipment_port"]
      const { id, nextDelivery } = yield* createReceivingEndpoint(caller, {
        finalPod: "eager",
        filterTypes: discharges
      })
      const send = (path: string, body: unknown) =>
        Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}${path}`, body))
      yield* send("/easy-shipment", { [id]: { shipments: [{ number: CONTAINER }] } })
      const now = Date.now()
      const discharged = now - 20 * HOUR
      yield* send("/tracking/events", [
        move("LOAD", "CNSHA", "ATLAS", now - 60 * HOUR),
        move("DISC", "SGSIN", "ATLAS", discharged)
      ])
      const wrong = yield* nextDelivery
      const { type } = Schema.decodeUnknownSync(Correction)(wrong.payload)
      assert.strictEqual(type, "container.discharge.at.final.pod")

      yield* send("/tracking/events", [move("LOAD", "SGSIN", "CERES", now - HOUR)])
      const right = Schema.decodeUnknownSync(Correction)((yield* nextDelivery).payload)
      assert.deepStrictEqual(right, {
        type: "container.discharge.at.transhipment_port",
        data: {
          location: { unlocode: "SGSIN" },
          supersedes: {
            id: wrong.messageId,
            type: "container.discharge.at.final.pod",
            location: { unlocode: "SGSIN", visit: 1 },
            date: new Date(discharged).toISOString()
          }
        }
      })
    })
  )
})
