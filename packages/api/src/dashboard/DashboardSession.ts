import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { Schema } from "effect"

/** The path of the pages of the dashboard. */
export const DASHBOARD_PATH = "/dashboard/"

/** The page that a sign-in link opens. The token is in the fragment, which browsers do not send and servers do not log. */
export const SIGN_IN_PATH = "/dashboard/sign-in"
/** The part of the URL of a sign-in link before its token. */
export const LINK_FRAGMENT = "#link="

/** The page that shows one application, for `iframe` elements. The token is in the fragment. */
export const PORTAL_PATH = "/dashboard/portal"
/** The part of the URL of a portal before its token. */
export const PORTAL_FRAGMENT = "#token="
/**
 * The part after the token of an editor, by which the page shows controls for changes. The server checks the token
 * alone.
 */
export const PORTAL_EDITOR_FRAGMENT = "&access=editor"

/** The path of the session: POST signs in, GET returns who is signed in, DELETE signs out. */
export const SESSION_PATH = "/dashboard/session"

/**
 * The header that every request of the dashboard carries. Pages of other origins cannot send it without the permission of
 * the server, which no setting gives.
 */
export const DASHBOARD_HEADER = "X-Landfall-Dashboard"

/** The credentials of a sign-in: an API key, or the token of a sign-in link. */
export const SignIn = Schema.Union([
  Schema.Struct({ apiKey: Schema.String.check(Schema.isMaxLength(256)) }),
  Schema.Struct({ link: Schema.String.check(Schema.isMaxLength(256)) })
]).annotate({ identifier: "SignIn" })
export type SignIn = typeof SignIn.Type

/** The session of a signed-in person. */
export const SessionView = Schema.Struct({
  account: Schema.Struct({ id: AccountId, name: Schema.String, plan: Plan })
}).annotate({ identifier: "DashboardSession" })
export type SessionView = typeof SessionView.Type
