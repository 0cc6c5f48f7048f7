import { Context, Option } from "effect"
import { HttpClientRequest, type HttpServerRequest } from "effect/http"

/** Whether this server has made a request itself, for the tool of an agent: it has no connection and no bytes. */
export const isInProcess = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  HttpClientRequest.isHttpClientRequest(source)

/** A request in whose name this server makes others: a message of an agent. */
export interface Caller {
  readonly request: HttpServerRequest.HttpServerRequest
  /**
   * The weight that the request debited from its rates, until the first of the others uses it: a tool call counts once.
   */
  prepaidWeight: number
}

/** The caller in whose name a request is made within this process; none outside such a request. */
export const CurrentCaller = Context.Reference<Option.Option<Caller>>("@landfall/http/conventions/CurrentCaller", {
  defaultValue: Option.none
})

/** The weight that an operation still has to debit from the rates of its caller. */
export const unpaidWeight = (caller: Option.Option<Caller>, weight: number): number => {
  if (Option.isNone(caller)) return weight
  const used = Math.min(caller.value.prepaidWeight, weight)
  caller.value.prepaidWeight -= used
  return weight - used
}
