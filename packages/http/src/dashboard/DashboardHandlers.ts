import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import {
  LINK_FRAGMENT,
  PORTAL_EDITOR_FRAGMENT,
  PORTAL_FRAGMENT,
  PORTAL_PATH,
  SIGN_IN_PATH
} from "@landfall/api/dashboard/DashboardSession"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { DashboardSessions } from "@landfall/core/accounts/DashboardSessions"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parseApplicationId } from "../conventions/PathIds.ts"
import { PortalTokens } from "../metering/PortalTokens.ts"

/** The address of this server as its caller reaches it. */
const baseUrlOf = (request: HttpServerRequest.HttpServerRequest, publicUrl: Option.Option<string>): string =>
  Option.match(publicUrl, {
    onNone: () => `${request.protocol ?? "http"}://${request.headers.host ?? "localhost"}`,
    onSome: (url) => new URL(url).origin
  })

export const dashboardHandlers = (publicUrl: Option.Option<string>) =>
  HttpApiBuilder.group(
    LandfallApi,
    "dashboard",
    Effect.fnUntraced(function* (handlers) {
      const sessions = yield* DashboardSessions
      const portals = yield* PortalTokens
      const applications = yield* ApplicationStore
      return handlers.handleAll({
        link: Effect.fnUntraced(function* () {
          const { keyId } = yield* CurrentCall
          if (keyId === undefined)
            return yield* Effect.die(new Error("A sign-in link is requested in a call without a key"))
          const { secret, expiresAt } = yield* sessions.issueLink(keyId)
          const base = baseUrlOf(yield* HttpServerRequest.HttpServerRequest, publicUrl)
          return { url: `${base}${SIGN_IN_PATH}${LINK_FRAGMENT}${Redacted.value(secret)}`, expiresAt }
        }, mapDomainErrors),
        portal: Effect.fnUntraced(function* ({ params, payload }) {
          const account = yield* CurrentAccount
          const { keyId } = yield* CurrentCall
          if (keyId === undefined) return yield* Effect.die(new Error("A portal is requested in a call without a key"))
          const application = yield* applications.find(account.id, yield* parseApplicationId(params.id))
          const readOnly = payload?.readOnly ?? true
          const kind = readOnly ? "portal" : "portal-editor"
          const { secret, expiresAt } = yield* portals.issue(keyId, application.id, kind)
          const base = baseUrlOf(yield* HttpServerRequest.HttpServerRequest, publicUrl)
          const token = Redacted.value(secret)
          const rights = readOnly ? "" : PORTAL_EDITOR_FRAGMENT
          return { token, url: `${base}${PORTAL_PATH}${PORTAL_FRAGMENT}${token}${rights}`, readOnly, expiresAt }
        }, mapDomainErrors)
      })
    })
  )
