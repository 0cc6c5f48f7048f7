import type { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { SourceError } from "@landfall/core/tracking/carriers/TrackingSource"
import { Option, Result } from "effect"
import type { CarrierCheck, CheckStep } from "./CarrierCheck.ts"

const joinNames = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

const adviceOnToken = ({ authentication: { oauth2 } }: CarrierProfile): ReadonlyArray<string> => {
  if (oauth2 === undefined) return []
  const other = oauth2.clientAuthentication === "body" ? "basic" : "body"
  return [
    `Check the values of ${oauth2.clientId} and ${oauth2.clientSecret}, and tokenUrl.`,
    oauth2.scope === undefined
      ? "If the carrier requires a scope, set authentication.oauth2.scope."
      : `Check the scope ${JSON.stringify(oauth2.scope)}.`,
    `If the carrier expects the credentials in another place, set clientAuthentication to "${other}".`
  ]
}

const adviceOnKeys = ({ authentication: { headers = {}, oauth2 } }: CarrierProfile): ReadonlyArray<string> => {
  const entries = Object.entries(headers)
  if (entries.length === 0 && oauth2 === undefined) {
    return ["The profile has no authentication: add authentication.headers or authentication.oauth2."]
  }
  const variables = entries.map(([header, variable]) => `${variable} (header ${header})`)
  if (oauth2 !== undefined) variables.push(String(oauth2.clientId), String(oauth2.clientSecret ?? oauth2.privateKey))
  return [
    `Check the values of ${joinNames(variables)}.`,
    "Check in the carrier's developer portal that the keys are active and of the environment of baseUrl."
  ]
}

const adviceOnStatus = (status: number | undefined): ReadonlyArray<string> => {
  if (status === 400 || status === 422) {
    return [
      "The carrier rejects the query. Check with a number that it knows: --number NUMBER --type CT, BK or BL.",
      "If it rejects the page size, lower pageSize."
    ]
  }
  if (status !== undefined && status >= 300 && status < 400) return ["Set baseUrl to the address that it redirects to."]
  return [
    "Check baseUrl, eventsPath and apiVersion. Landfall polls baseUrl itself when it ends in /events, and else appends eventsPath, or /v and the major version and /events."
  ]
}

const hostOf = (step: CheckStep | undefined, { baseUrl }: CarrierProfile): string => new URL(step?.url ?? baseUrl).host

const adviceOnUnavailable = (
  error: SourceError & { readonly _tag: "SourceUnavailable" },
  profile: CarrierProfile,
  last: CheckStep | undefined
): ReadonlyArray<string> => {
  const field = last?.purpose === "access token" ? "tokenUrl" : "baseUrl"
  switch (error.reason) {
    case "not_configured":
      return [`The profile has the kinds ${profile.kinds.join(", ")}: use one of them with --type, or extend kinds.`]
    case "unreachable":
    case "timeout":
      return [
        `Check ${field}, and that this machine can reach ${hostOf(last, profile)}: name resolution, firewall and proxy.`
      ]
    case "server_error":
      return ["The carrier's server failed. Check again later; if it fails again, report it to the carrier."]
    case "unreadable":
      return [`Check ${field}: it must be the address of the API, not of a web page.`]
    case "too_large":
      return ["The response is too large for one shipment. Check that the carrier applies the filter of the query."]
    case "bad_paging":
      return ["The carrier's Next-Page header is unusable. Report it to the carrier."]
    case "rejected":
    case "unexpected_status":
      return adviceOnStatus(Option.getOrUndefined(last?.status ?? Option.none()))
  }
}

/**
 * The advice to the operator after a check, one sentence each; empty when the carrier responded as expected. Names
 * environment variables and no values.
 */
export const adviceOf = ({ result, steps }: CarrierCheck, profile: CarrierProfile): ReadonlyArray<string> => {
  const last = steps.at(-1)
  if (Result.isSuccess(result)) {
    return result.success.rejected.length === 0
      ? []
      : [
          "Some events cannot be read. If the carrier sends local times, set quirks.localTimesMarkedZ; else report the events to the carrier."
        ]
  }
  const error = result.failure
  switch (error._tag) {
    case "ShipmentUnknown":
      return Option.contains(last?.status ?? Option.none(), 404)
        ? ["Status 404 can also mean that baseUrl is wrong. To be sure, check with a number that the carrier knows."]
        : []
    case "SourceUnauthorised":
      if (last?.purpose === "access token") return adviceOnToken(profile)
      return Option.contains(last?.status ?? Option.none(), 403)
        ? ["Subscribe the application to the carrier's Track & Trace product, and check that baseUrl belongs to it."]
        : adviceOnKeys(profile)
    case "SourceThrottled":
      return ["Check again later. If it happens in operation, lower requestsPerSecond and dailyAllowance."]
    case "SourceUnavailable":
      return adviceOnUnavailable(error, profile, last)
  }
}
