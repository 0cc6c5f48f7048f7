import { type ApiKey, apiKeyState } from "@landfall/core/accounts/ApiKey"
import { DateTime, Option } from "effect"

const isoOrNull = (instant: Option.Option<DateTime.Utc>): string | null =>
  Option.getOrNull(Option.map(instant, DateTime.formatIso))

/** A key as JSON output has it, without its secret. */
export const toKeyJson = (key: ApiKey, now: DateTime.Utc) => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  prefix: Option.getOrNull(key.prefix),
  state: apiKeyState(key, now),
  createdAt: DateTime.formatIso(key.createdAt),
  expiresAt: isoOrNull(key.expiresAt),
  allowedNetworks: key.allowedNetworks,
  lastUsedAt: isoOrNull(key.lastUsedAt),
  revokedAt: isoOrNull(key.revokedAt)
})

const minuteText = (instant: DateTime.Utc): string => DateTime.formatIso(instant).slice(0, 16).replace("T", " ")

const minuteOr = (instant: Option.Option<DateTime.Utc>, otherwise: string): string =>
  Option.match(instant, { onNone: () => otherwise, onSome: minuteText })

const HEADINGS = ["ID", "PREFIX", "STATE", "CREATED (UTC)", "EXPIRES (UTC)", "LAST USED (UTC)", "ALLOWED FROM", "NAME"]

const keyCells = (key: ApiKey, now: DateTime.Utc): ReadonlyArray<string> => [
  key.id,
  Option.match(key.prefix, { onNone: () => "-", onSome: (prefix) => `${prefix}…` }),
  apiKeyState(key, now),
  minuteText(key.createdAt),
  minuteOr(key.expiresAt, "never"),
  minuteOr(key.lastUsedAt, "never"),
  key.allowedNetworks.length === 0 ? "everywhere" : key.allowedNetworks.join(","),
  key.name
]

/** The keys as a table with aligned columns. */
export const keyTable = (keys: ReadonlyArray<ApiKey>, now: DateTime.Utc): ReadonlyArray<string> => {
  const rows = [HEADINGS, ...keys.map((key) => keyCells(key, now))]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}
