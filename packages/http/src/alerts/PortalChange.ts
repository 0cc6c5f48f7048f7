import type { ChangeEndpoint } from "@landfall/api/alerts/EndpointsApi"
import { eventFamilyOf } from "@landfall/core/alerts/EventType"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import { Option } from "effect"

/** The settings of an endpoint that a portal may change. */
const EDITABLE: ReadonlySet<string> = new Set(["url", "description", "filterTypes", "disabled"])

const names = [...EDITABLE].map((name) => `\`${name}\``).join(", ")

const urlFaults = (url: string, { headerNames }: Endpoint): ReadonlyArray<string> => {
  if (!/^https?:/i.test(url)) {
    return ["$.url must begin with https:// or http:// when it is changed with the token of a portal."]
  }
  // A caller who sets a new URL receives the deliveries.
  return headerNames.length === 0
    ? []
    : [
        "$.url cannot be changed with the token of a portal while the endpoint has custom headers, whose values the new URL would receive."
      ]
}

/**
 * Operational events describe the other endpoints and the credits of the whole account, and a portal shows one application:
 * it removes such types and adds none.
 */
const filterFaults = (
  { filterTypes }: typeof ChangeEndpoint.Type,
  { filterTypes: stored }: Endpoint
): ReadonlyArray<string> => {
  const storedTypes = new Set<string>(Option.getOrElse(stored, () => []))
  return (filterTypes ?? [])
    .filter((type) => eventFamilyOf(type) === "operational" && !storedTypes.has(type))
    .map(
      (type) =>
        `$.filterTypes: ${type} is about the whole account and cannot be added with the token of a portal; remove it.`
    )
}

/**
 * The reasons why a change of an endpoint needs an API key, one sentence for each fault; none when a portal may make
 * it.
 */
export const portalChangeFaults = (endpoint: Endpoint, change: typeof ChangeEndpoint.Type): ReadonlyArray<string> => [
  ...Object.keys(change)
    .filter((name) => !EDITABLE.has(name))
    .map((name) => `$.${name} cannot be changed with the token of a portal, which changes ${names}.`),
  ...filterFaults(change, endpoint),
  ...(change.url === undefined || change.url === endpoint.url ? [] : urlFaults(change.url, endpoint))
]
