import { Schema } from "effect"

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The last day on which a container can be collected free of charge, such as `2026-03-14`. */
export const LastFreeDay = Schema.String.pipe(
  Schema.check(Schema.makeFilter(isDay, { message: "must be a date such as 2026-03-14, or null" }))
)

/** Why a container must not be collected, as one word. */
export const Hold = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
      message: "must consist of lower-case letters, digits and hyphens, such as freight or customs-inspection"
    }),
    Schema.isMaxLength(40)
  )
)

/** At most 20 holds. */
export const Holds = Schema.Array(Hold).pipe(Schema.check(Schema.isMaxLength(20)))
