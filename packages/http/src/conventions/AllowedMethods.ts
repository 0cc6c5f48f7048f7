import { HttpServerResponse } from "effect/http"

/** What a path supports where operations have these methods, as the header `Allow` lists it: HEAD beside GET, and OPTIONS. */
export const allowedMethods = (methods: ReadonlyArray<string>): string =>
  [...new Set([...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"])].join(", ")

/** The response to OPTIONS at a path with these methods. */
export const optionsResponse = (allow: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ headers: { allow } })
