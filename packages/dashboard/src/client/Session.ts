import type { SESSION_PATH, SessionView, SignIn } from "@landfall/api/dashboard/DashboardSession"
import { queryOptions } from "@tanstack/react-query"
import { sendRequest } from "./Request.ts"
import { findMismatch } from "./Shape.ts"

type Session = typeof SessionView.Encoded

const PATH: typeof SESSION_PATH = "/dashboard/session"

const SESSION_CHECK = {
  findMismatch: (body: unknown) =>
    findMismatch(body, { fields: { account: { fields: { id: "string", name: "string", plan: "string" } } } }, [])
}

/** Signs in with an API key or a link. The session is in a cookie that no script reads. */
// The server encodes its own schema.
export const signIn = (input: SignIn) =>
  sendRequest("POST", PATH, { body: input, ...SESSION_CHECK }) as Promise<Session>

export const signOut = () => sendRequest("DELETE", PATH)

/** The key of whether a session has ended while a screen was open. */
export const SESSION_ENDED = ["session-ended"]

/** Who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => sendRequest("GET", PATH, { signal, ...SESSION_CHECK }) as Promise<Session>,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false
})
