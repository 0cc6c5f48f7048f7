import { bodyErrorCode } from "@landfall/api/conventions/ErrorCode"
import { detailsOf, makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { SESSION_PATH, SessionView, SignIn } from "@landfall/api/dashboard/DashboardSession"
import type { Account } from "@landfall/core/accounts/Account"
import {
  DashboardSessions,
  type IssuedToken,
  type SignInLinkInvalid,
  type SignInLinkOfOtherAccount
} from "@landfall/core/accounts/DashboardSessions"
import { parse } from "@landfall/core/faults/Parse"
import { DateTime, Effect, Option, Redacted, Result, Schema } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { RequestBodies } from "../bodies/RequestBodies.ts"
import { handleInCellOf } from "../cells/OtherCells.ts"
import { ApiError, failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { AddressRates } from "../limits/AddressRates.ts"
import { AccountLookup } from "../metering/AccountLookup.ts"
import { makeAdmission } from "../metering/KeyAdmission.ts"
import { isOfDashboard, sessionOf, withSession } from "../metering/SessionCookie.ts"

type Request = HttpServerRequest.HttpServerRequest

const decoder = new TextDecoder()
const parseSignIn = parse(SignIn)
const encodeView = Schema.encodeSync(SessionView)

const LINK_FAULTS = {
  unknown: "The link is incomplete or was never valid. Copy it whole, or request a new one.",
  expired: "The link has expired: it is valid for 5 minutes. Request a new one.",
  used: "The link was used before: it opens one session. Request a new one.",
  keyInvalid: "The API key that the link was made with has expired or was revoked. Request a link with a valid key."
} as const

const toApiError = (error: SignInLinkInvalid | SignInLinkOfOtherAccount) =>
  error._tag === "SignInLinkInvalid"
    ? failWith("signInLinkInvalid", [LINK_FAULTS[error.reason]])
    : failWith("signInLinkOfOtherAccount", ["Sign out of the account that is open, then open the link again."])

/** The request to sign in that a body contains. */
const readSignIn = Effect.fnUntraced(function* (body: Uint8Array) {
  const json = Result.try((): unknown => JSON.parse(decoder.decode(body)))
  if (Result.isFailure(json)) return yield* failWith("bodyNotJson", ["$ is not JSON in UTF-8."])
  const parsed = parseSignIn(json.success)
  if (Result.isSuccess(parsed)) return parsed.success
  const now = yield* DateTime.now
  return yield* Effect.fail(
    new ApiError(makeErrorInfo(bodyErrorCode(parsed.failure), now, { details: detailsOf(parsed.failure) }))
  )
})

const viewOf = ({ id, name, plan }: Account) => encodeView({ account: { id, name, plan } })

/** The session of the dashboard: sign in, read the session, sign out. Only pages of this server may use it. */
export const sessionRoutes = (publicUrl: Option.Option<string>) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const sessions = yield* DashboardSessions
      const lookup = yield* AccountLookup
      const rates = yield* AddressRates
      const bodies = yield* RequestBodies
      const admit = yield* makeAdmission

      const requireDashboard = (request: Request) =>
        isOfDashboard(request, publicUrl)
          ? Effect.void
          : failWith("originNotAllowed", ["Only the pages of the dashboard of this server may use its session."])

      /** The key of the session that the request carries; none without a valid one. */
      const currentKey = (request: Request) => {
        const token = sessionOf(request, publicUrl)
        return token === undefined ? Effect.succeedNone : lookup.findBySession(token, request)
      }

      const respond = (request: Request, account: Account, { secret, expiresAt }: IssuedToken) =>
        withSession(HttpServerResponse.jsonUnsafe(viewOf(account)), request, publicUrl, {
          token: Redacted.value(secret),
          expiresAt
        })

      const signInWithKey = Effect.fnUntraced(function* (request: Request, apiKey: string) {
        const accountKey = yield* lookup.findByApiKey(apiKey, request)
        if (Option.isNone(accountKey)) {
          return yield* failWith("keyUnknown", ["The API key is unknown, has expired or was revoked."])
        }
        const { id, account } = yield* admit(accountKey.value, request)
        return respond(request, account, yield* mapDomainErrors(sessions.open(id)))
      })

      const signInWithLink = Effect.fnUntraced(function* (request: Request, link: string) {
        const rejected = rates.takeFailedKey(yield* CurrentCall, request)
        if (rejected !== undefined) return yield* rejected
        const current = Option.map(yield* currentKey(request), ({ account }) => account.id)
        const opened = yield* mapDomainErrors(
          Effect.catchTags(sessions.redeem(link, current), {
            SignInLinkInvalid: toApiError,
            SignInLinkOfOtherAccount: toApiError
          })
        )
        rates.returnKeyToken(request)
        return respond(request, opened.accountKey.account, opened)
      })

      /** Signs in to the account of a key or link, in whichever cell it is. */
      const signInAnywhere = Effect.fnUntraced(function* (
        request: Request,
        input: SignIn,
        body: Uint8Array<ArrayBuffer>
      ) {
        const secret = "apiKey" in input ? input.apiKey : input.link
        const elsewhere = yield* mapDomainErrors(handleInCellOf(secret, request, body))
        if (Option.isSome(elsewhere)) return elsewhere.value
        return yield* "apiKey" in input ? signInWithKey(request, input.apiKey) : signInWithLink(request, input.link)
      })

      const signIn = Effect.fnUntraced(function* (request: Request) {
        yield* requireDashboard(request)
        return yield* bodies.withKeylessBody(request, ({ bytes }) =>
          Effect.flatMap(readSignIn(bytes), (input) => signInAnywhere(request, input, bytes))
        )
      })

      const show = Effect.fnUntraced(function* (request: Request) {
        const accountKey = yield* currentKey(request)
        if (Option.isNone(accountKey)) return yield* failWith("sessionEnded")
        return HttpServerResponse.jsonUnsafe(viewOf(accountKey.value.account))
      })

      const signOut = Effect.fnUntraced(function* (request: Request) {
        yield* requireDashboard(request)
        const token = sessionOf(request, publicUrl)
        if (token !== undefined) yield* mapDomainErrors(sessions.end(token))
        const removal = { token: "", expiresAt: DateTime.makeUnsafe(0) }
        return withSession(HttpServerResponse.empty({ status: 204 }), request, publicUrl, removal)
      })

      yield* router.add("POST", SESSION_PATH, signIn)
      yield* router.add("GET", SESSION_PATH, show)
      yield* router.add("DELETE", SESSION_PATH, signOut)
    })
  )
