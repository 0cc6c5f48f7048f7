import { HttpClientRequest, type HttpServerRequest } from "effect/http"

/** Whether this server has made a request itself, for the tool of an agent: it has no connection and no bytes. */
export const isInProcess = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  HttpClientRequest.isHttpClientRequest(source)
