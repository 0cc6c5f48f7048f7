import type { SignIn as SignInInput } from "@landfall/api/dashboard/DashboardSession"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { RequestFailed } from "../../client/RequestFailed.ts"
import { SESSION_ENDED, sessionQuery, signIn, signOut } from "../../client/Session.ts"
import { ErrorNote, Note } from "../../components/Feedback.tsx"
import { Button, ButtonLink } from "../../components/form/Button.tsx"
import { TextField } from "../../components/form/Field.tsx"
import { messages } from "../../text/messages.ts"

const texts = messages.signIn

const FRAGMENT = "#link="

/** `signInLinkOfOtherAccount` of the catalogue of errors. */
const OTHER_ACCOUNT = 40905

/** The token of the link that opened the page. It is removed from the address, so that nobody copies or bookmarks it. */
const takeLink = (): string | undefined => {
  const { hash, pathname, search } = location
  if (!hash.startsWith(FRAGMENT)) return undefined
  history.replaceState(history.state, "", pathname + search)
  return decodeURIComponent(hash.slice(FRAGMENT.length))
}

const linkOfPage = takeLink()

/** Signs in with the link that opened the page, or with an API key. */
export const SignIn = () => {
  const { to } = useSearch({ from: "/sign-in" })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const [apiKey, setApiKey] = useState("")
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(linkOfPage !== undefined)
  const [usesLink, setUsesLink] = useState(linkOfPage !== undefined)
  const hasStarted = useRef(false)
  // A link that was used before, opened again in the browser that it signed in.
  const { data: session } = useQuery({ ...sessionQuery, enabled: usesLink && error !== undefined })

  const enter = async (input: SignInInput) => {
    setPending(true)
    setError(undefined)
    try {
      const session = await signIn(input)
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      // The target is a path of the dashboard: an address elsewhere is not followed.
      if (to?.startsWith("/") === true && !to.startsWith("//")) router.history.push(`/dashboard${to}`)
      else await navigate({ to: "/" })
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }

  useEffect(() => {
    document.title = `${texts.title} · ${messages.common.product}`
    if (linkOfPage === undefined || hasStarted.current) return
    hasStarted.current = true
    void enter({ link: linkOfPage })
  })

  const isOfOtherAccount = error instanceof RequestFailed && error.errorCode === OTHER_ACCOUNT

  return (
    <main className="centre">
      <div className="centre-card">
        <div className="brand">
          <img src="/dashboard/icon.svg" alt="" />
          {messages.common.product}
        </div>
        <h1>{usesLink && isPending ? texts.link : usesLink ? texts.linkFailed : texts.title}</h1>
        {queryClient.getQueryData(SESSION_ENDED) === true && error === undefined ? <Note>{texts.ended}</Note> : null}
        {error === undefined ? null : usesLink && error instanceof RequestFailed && error.details.length > 0 ? (
          <Note tone="bad">
            {error.details.map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </Note>
        ) : (
          <ErrorNote error={error} />
        )}
        {session === undefined ? null : (
          <ButtonLink to="/" variant="primary">
            {texts.proceed(session.account.name)}
          </ButtonLink>
        )}
        {isOfOtherAccount && linkOfPage !== undefined ? (
          <Button variant="primary" onPress={() => void signOut().then(() => enter({ link: linkOfPage }))}>
            {texts.signOutFirst}
          </Button>
        ) : null}
        {usesLink && isPending ? null : (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault()
              setUsesLink(false)
              if (apiKey.trim() === "") setFault(texts.missing)
              else void enter({ apiKey: apiKey.trim() })
            }}
          >
            {usesLink ? <p className="muted">{texts.other}</p> : null}
            <TextField
              label={texts.apiKey}
              hint={texts.apiKeyHint}
              type="password"
              autoComplete="current-password"
              value={apiKey}
              fault={fault}
              onChange={(value) => {
                setApiKey(value)
                setFault(undefined)
              }}
              mono
            />
            <Button type="submit" variant="primary" isPending={isPending}>
              {isPending ? texts.submitting : texts.submit}
            </Button>
          </form>
        )}
      </div>
    </main>
  )
}
