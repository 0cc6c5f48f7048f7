import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { makeQueryClient } from "../client/Queries.ts"
import { setBearer } from "../client/Request.ts"
import { Empty } from "../components/Feedback.tsx"
import { messages } from "../text/messages.ts"
import { PortalApp } from "./PortalApp.tsx"
import "../theme/tokens.css"
import "../theme/base.css"
import "../theme/layout.css"
import "../theme/controls.css"
import "../theme/components.css"
import "../theme/tables.css"
import "../theme/overlays.css"
import "../theme/portal.css"

const texts = messages.portal

const FRAGMENT = "#token="
const THEMES = ["light", "dark"]

/** The token in the fragment. It is removed from the address, held in memory, and stored nowhere. */
const takeToken = (): string | undefined => {
  const { hash, pathname, search } = location
  if (!hash.startsWith(FRAGMENT)) return undefined
  history.replaceState(null, "", pathname + search)
  return decodeURIComponent(hash.slice(FRAGMENT.length))
}

const token = takeToken()
if (token !== undefined) setBearer(token)

/** `?theme=dark` or `?theme=light`, as the page around it is; the device decides otherwise. */
const theme = new URLSearchParams(location.search).get("theme") ?? ""
if (THEMES.includes(theme)) document.documentElement.dataset.theme = theme

document.title = texts.title

const Notice = ({ title, body }: { readonly title: string; readonly body: string }) => (
  <main className="portal">
    <h1 className="visually-hidden">{texts.title}</h1>
    <Empty title={title}>{body}</Empty>
  </main>
)

const element = document.getElementById("root")
if (element !== null) {
  const root = createRoot(element)
  const expire = () => root.render(<Notice {...texts.expired} />)
  const queryClient = makeQueryClient(expire)
  root.render(
    token === undefined ? (
      <Notice {...texts.missing} />
    ) : (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <PortalApp />
        </QueryClientProvider>
      </StrictMode>
    )
  )
}
