import { DASHBOARD_PATH, PORTAL_PATH } from "@landfall/api/dashboard/DashboardSession"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeTagging, respondConditionally } from "../../edge/ConditionalResponses.ts"
import { makeDocumentRates } from "../../limits/DocumentRates.ts"
import { storeDocument } from "./StoredDocument.ts"

/** The files of the dashboard by their paths, such as `assets/index-1a2b.js`; none when they are not built. */
export type DashboardFiles = Effect.Effect<Option.Option<ReadonlyMap<string, Uint8Array>>>

/** The pages load scripts, styles and data from this server alone, and run nothing inline. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'"
]

/** The policy of a page that pages of these origins may embed. */
const policyFor = (origins: ReadonlyArray<string>): string =>
  [...PAGE_POLICY, `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(" ")}`].join("; ")

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  woff2: "font/woff2",
  png: "image/png"
}

const INDEX = "index.html"
/** The portal is a separate page, so that the page which other origins embed contains no part of the dashboard. */
const PORTAL = "portal.html"
const PORTAL_ROUTE = PORTAL_PATH.slice(DASHBOARD_PATH.length)
/** The names of these files contain a hash of their content. */
const HASHED = "assets/"
const IMMUTABLE = "public, max-age=31536000, immutable"

/** The page in place of the dashboard when its files are not built. */
const NOT_BUILT = `<!doctype html><html lang="en"><title>Landfall</title>
<h1>The dashboard is not built</h1>
<p>Run <code>npm run dashboard</code> in the folder of Landfall, then load this page again.</p>
</html>`

const contentTypeOf = (path: string): string =>
  CONTENT_TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream"

const notBuilt = HttpServerResponse.text(NOT_BUILT, { status: 503, contentType: CONTENT_TYPES.html })

/** The pages of the dashboard. A path without a file is one of its pages: all are the same document. */
export const dashboardRoutes = (files: DashboardFiles, portalOrigins: ReadonlyArray<string>) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const tag = yield* makeTagging
      const limit = yield* makeDocumentRates
      const cachedFiles = yield* Effect.cached(files)

      const prepare = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
        const contentType = contentTypeOf(path)
        const response = HttpServerResponse.uint8Array(bytes, {
          contentType,
          headers: path.endsWith(".html")
            ? { "content-security-policy": policyFor(path === PORTAL ? portalOrigins : []) }
            : {}
        })
        const tagged = yield* tag(response, "public")
        const cached = path.startsWith(HASHED)
          ? HttpServerResponse.setHeader(tagged, "cache-control", IMMUTABLE)
          : tagged
        return yield* storeDocument(cached)
      })

      const documents = yield* Effect.cached(
        Effect.flatMap(cachedFiles, (built) =>
          Option.isNone(built)
            ? Effect.succeedNone
            : Effect.map(
                Effect.forEach(built.value, ([path, bytes]) =>
                  Effect.map(prepare(path, bytes), (doc) => [path, doc] as const)
                ),
                (entries) => Option.some(new Map(entries))
              )
        )
      )

      const serve = Effect.gen(function* () {
        const { url } = yield* HttpServerRequest.HttpServerRequest
        const pathname = url.split("?", 1)[0] ?? ""
        if (!pathname.startsWith(DASHBOARD_PATH)) return HttpServerResponse.redirect(DASHBOARD_PATH)
        const built = yield* documents
        if (Option.isNone(built)) return notBuilt
        const requested = pathname.slice(DASHBOARD_PATH.length)
        const path = requested === PORTAL_ROUTE ? PORTAL : requested
        const document = built.value.get(path)
        if (document !== undefined) return yield* Effect.flatMap(document, respondConditionally)
        if (path.startsWith(HASHED)) return HttpServerResponse.empty({ status: 404 })
        const index = built.value.get(INDEX)
        return index === undefined ? notBuilt : yield* Effect.flatMap(index, respondConditionally)
      })

      // This route serves the path without a slash at its end, too.
      yield* router.add("GET", `${DASHBOARD_PATH}*`, Effect.flatMap(serve, limit))
    })
  )
