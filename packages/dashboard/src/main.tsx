import { RESPONSE_SHAPES } from "virtual:response-shapes"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { setResponseShapes } from "./client/Client.ts"
import { makeQueryClient } from "./client/Queries.ts"
import { SESSION_ENDED, sessionQuery } from "./client/Session.ts"
import { Toasts } from "./components/Toasts.tsx"
import { makeRouter } from "./Router.tsx"
import { applyTheme, readTheme } from "./theme/Theme.ts"
import "./theme/tokens.css"
import "./theme/base.css"
import "./theme/layout.css"
import "./theme/controls.css"
import "./theme/components.css"
import "./theme/disclosure.css"
import "./theme/tables.css"
import "./theme/areas/search.css"
import "./theme/areas/options.css"
import "./theme/areas/chartReader.css"
import "./theme/areas/theme.css"
import "./theme/areas/setup.css"
import "./theme/areas/logs.css"
import "./theme/overlays.css"
import "./theme/areas/charts.css"
import "./theme/areas/shipments.css"
import "./theme/areas/start.css"
import "./theme/areas/voyages.css"
import "./theme/areas/map.css"

applyTheme(readTheme())
setResponseShapes(RESPONSE_SHAPES)

/** A session that ends while a screen is open: its person signs in again, and returns to the screen. */
const leave = () => {
  if (queryClient.getQueryData(sessionQuery.queryKey) === undefined) return
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  queryClient.setQueryData(SESSION_ENDED, true)
  void router.invalidate()
}

const queryClient = makeQueryClient(leave)
const router = makeRouter(queryClient)

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </StrictMode>
  )
}
