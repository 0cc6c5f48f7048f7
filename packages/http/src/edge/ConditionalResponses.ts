import { Effect } from "effect"
import { Digest } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

const ENTITY_TAG = /(?:W\/)?"([^"]*)"/g

/** Whether `If-None-Match` names an entity tag. Tags are compared weakly (RFC 9110 section 13.1.2). */
export const matchesEntityTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.trim() === "*" ||
  [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, opaque]) => `"${opaque}"` === tag.replace(/^W\//, ""))

const entityTagOf = (digest: Digest.Digest["Service"], body: Uint8Array) =>
  Effect.map(Effect.orDie(digest.digest(Digest.sha256, body)), (hash) => `"${Base64Url.encode(hash.subarray(0, 16))}"`)

/** The caches that may store a response, which all must revalidate: any, or only that of the caller with its key. */
type CacheScope = "public" | "private"

/** Makes the function that gives a successful response the entity tag of its body, unless it has one. */
export const makeTagging = Effect.map(
  Digest.Digest,
  (digest) => (response: HttpServerResponse.HttpServerResponse, scope: CacheScope) =>
    response.status === 200 && response.body._tag === "Uint8Array" && response.headers.etag === undefined
      ? Effect.map(entityTagOf(digest, response.body.body), (etag) =>
          HttpServerResponse.setHeaders(response, {
            etag,
            "cache-control": `${scope}, no-cache`,
            vary: "Accept-Encoding"
          })
        )
      : Effect.succeed(response)
)

/** The response to the current request: 304 without a body when the caller has the tagged response already. */
export const respondConditionally = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const { etag, "cache-control": cacheControl, "content-security-policy": policy, vary } = response.headers
    const entityTags = request.headers["if-none-match"]
    if (etag === undefined || entityTags === undefined || !matchesEntityTag(entityTags, etag)) return response
    return HttpServerResponse.empty({
      status: 304,
      // A browser takes the headers of a 304 in place of those that it has stored, so that they must contain the policy
      // of the page.
      headers: {
        etag,
        ...(policy && { "content-security-policy": policy }),
        ...(cacheControl && { "cache-control": cacheControl }),
        ...(vary && { vary })
      }
    })
  })
