import { Option, Schema } from "effect"
import { isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { exampleEmptyReturn, exampleEvents, journeyOfExample } from "../journey/ExampleJourney.ts"
import { containerField, journeyFields, type OptInEvent, sourceEventField, sourceEventOrNull } from "./AlertFields.ts"
import { diffCompletion, type ShipmentCompleted, STOP_AFTER_DAYS } from "./Completion.ts"

const ShipmentCompletedData = Schema.Struct({
  ...journeyFields,
  endedAt: IsoDateTime,
  containers: Schema.Array(
    Schema.Struct({
      container: containerField,
      endedAt: IsoDateTime,
      reason: Schema.Literals(["returned-empty", "next-trip"])
    })
  ),
  trackedForDays: Schema.Int.annotate({
    description: "Days for which the shipment is still tracked, for corrections by the carrier."
  }),
  rule: Schema.Literal("every-trip-has-ended"),
  sourceEvent: sourceEventField
})

const completedData = ({ at, journeys, source }: ShipmentCompleted) => ({
  endedAt: isoOf(at),
  containers: journeys.flatMap(({ container, end }) =>
    Option.isSome(end)
      ? [{ container: Option.getOrNull(container), endedAt: isoOf(end.value.at), reason: end.value.reason }]
      : []
  ),
  trackedForDays: STOP_AFTER_DAYS,
  rule: "every-trip-has-ended",
  sourceEvent: sourceEventOrNull(source)
})

interface CompletionEvents {
  readonly "shipment.completed": OptInEvent<ShipmentCompleted, typeof ShipmentCompletedData>
}

/** The event type that `diffCompletion` emits. */
export const COMPLETION_EVENTS: CompletionEvents = {
  "shipment.completed": {
    schema: ShipmentCompletedData,
    data: completedData,
    example: (now) => {
      const events = [...exampleEvents(now), exampleEmptyReturn(now)]
      return diffCompletion([journeyOfExample(events)], events, undefined, () => false).alerts[0]
    }
  }
}
