import { HttpServerResponse } from "effect/http"

/** The value of the header `Allow` of a path whose operations have these methods: HEAD beside GET, and OPTIONS. */
export const allowedMethods = (methods: ReadonlyArray<string>): string =>
  [...new Set([...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"])].join(", ")

/** The response to OPTIONS at a path with these methods. */
export const optionsResponse = (allow: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ headers: { allow } })
