import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { parseInstant } from "@landfall/core/time/IsoDateTime"
import { Option, Schema, SchemaGetter } from "effect"

/** The lifetime of a new key: a duration from its creation, or an instant. */
const KeyLifetime = Schema.TaggedUnion({ For: { millis: Schema.Int }, Until: { instant: Schema.DateTimeUtc } })
export type KeyLifetime = typeof KeyLifetime.Type

const SPAN = /^([1-9]\d{0,4})(h|d)$/

const parseLifetime = (text: string): Option.Option<KeyLifetime> => {
  const [, count, unit] = SPAN.exec(text) ?? []
  if (count !== undefined) {
    return Option.some({ _tag: "For", millis: Number(count) * (unit === "d" ? DAY_MILLIS : HOUR_MILLIS) })
  }
  return Option.map(parseInstant(text), (instant) => ({ _tag: "Until", instant }))
}

/** The text of a lifetime: `90d`, `12h`, or an instant of ISO 8601. */
export const KeyLifetimeText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      Option.isSome(parseLifetime(text))
        ? undefined
        : "must be a duration such as 90d or 12h, or an instant with its zone such as 2027-01-31T00:00:00Z"
    )
  ),
  Schema.decodeTo(KeyLifetime, {
    decode: SchemaGetter.transform((text) => Option.getOrThrow(parseLifetime(text))),
    encode: SchemaGetter.forbidden(() => "A lifetime is read and never written")
  })
)
