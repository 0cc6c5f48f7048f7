import { RESPONSE_SHAPES } from "virtual:response-shapes"
import type { PORTAL_EDITOR_FRAGMENT, PORTAL_FRAGMENT } from "@landfall/api/dashboard/DashboardSession"
import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { setResponseShapes } from "../client/Client.ts"
import { makeQueryClient } from "../client/Queries.ts"
import { setBearer } from "../client/Request.ts"
import { Empty } from "../components/Feedback.tsx"
import { Toasts } from "../components/Toasts.tsx"
import { messages } from "../text/messages.ts"
import { PortalApp } from "./PortalApp.tsx"
import "../theme/tokens.css"
import "../theme/base.css"
import "../theme/layout.css"
import "../theme/controls.css"
import "../theme/components.css"
import "../theme/disclosure.css"
import "../theme/tables.css"
import "../theme/overlays.css"
import "../theme/areas/search.css"
import "../theme/areas/options.css"
import "../theme/areas/chartReader.css"
import "../theme/areas/setup.css"
import "../theme/areas/logs.css"
import "../theme/areas/portal.css"

const texts = messages.portal

const FRAGMENT: typeof PORTAL_FRAGMENT = "#token="
const EDITOR: typeof PORTAL_EDITOR_FRAGMENT = "&access=editor"
const THEMES = ["light", "dark"]

/**
 * The token in the fragment, and its permissions. It is removed from the address, held in memory, and stored nowhere.
 */
const takeAccess = (): { readonly token: string | undefined; readonly isEditor: boolean } => {
  const { hash, pathname, search } = location
  if (!hash.startsWith(FRAGMENT)) return { token: undefined, isEditor: false }
  history.replaceState(null, "", pathname + search)
  const [token = ""] = hash.slice(FRAGMENT.length).split("&")
  return { token: decodeURIComponent(token), isEditor: hash.endsWith(EDITOR) }
}

setResponseShapes(RESPONSE_SHAPES)

const { token, isEditor } = takeAccess()
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
          <Toasts>
            <PortalApp isEditor={isEditor} />
          </Toasts>
        </QueryClientProvider>
      </StrictMode>
    )
  )
}
