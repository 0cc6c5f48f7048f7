import type { QueryClient } from "@tanstack/react-query"
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith
} from "@tanstack/react-router"
import { isSignedOut } from "./client/RequestFailed.ts"
import { sessionQuery } from "./client/Session.ts"
import { FailedPage, FailedScreen, LoadingScreen, NotFound } from "./layout/Fallbacks.tsx"
import { Shell } from "./layout/Shell.tsx"
import { LOG_FILTERS, type LogFilters } from "./screens/logs/LogFilters.ts"
import { SignIn } from "./screens/signIn/SignIn.tsx"
import type { VoyageSearch } from "./screens/voyages/VoyageForm.ts"

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet
})

/** A parameter of the URL as text; absent when it is anything else. */
const textIn = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** The parameters of these names that the URL has. */
const textsIn = <Name extends string>(
  search: Record<string, unknown>,
  names: ReadonlyArray<Name>
): { readonly [Key in Name]?: string } => {
  const found: { [Key in Name]?: string } = {}
  for (const name of names) {
    const text = textIn(search, name)
    if (text !== undefined) found[name] = text
  }
  return found
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  component: SignIn,
  validateSearch: (search): { readonly to?: string } => {
    const to = textIn(search, "to")
    return to === undefined ? {} : { to }
  }
})

/** The screens that need a session. Without one, a person signs in first and returns to the requested screen. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: Shell,
  errorComponent: FailedPage,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      throw redirect({ to: "/sign-in", search: location.href === "/" ? {} : { to: location.href } })
    }
  }
})

const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./screens/start/StartPage.tsx"), "StartPage")
})

const endpointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/endpoints",
  component: lazyRouteComponent(() => import("./screens/endpoints/EndpointList.tsx"), "EndpointList"),
  validateSearch: (search): { readonly search?: string } => {
    const text = textIn(search, "search")
    return text === undefined ? {} : { search: text }
  }
})

const endpointRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/endpoints/$id",
  component: lazyRouteComponent(() => import("./screens/endpoints/EndpointPage.tsx"), "EndpointPage")
})

const shipmentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/shipments",
  component: lazyRouteComponent(() => import("./screens/shipments/ShipmentList.tsx"), "ShipmentList"),
  validateSearch: (search): { readonly search?: string } => {
    const text = textIn(search, "search")
    return text === undefined ? {} : { search: text }
  }
})

const shipmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/shipments/$id",
  component: lazyRouteComponent(() => import("./screens/shipments/ShipmentPage.tsx"), "ShipmentPage")
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./screens/account/AccountPage.tsx"), "AccountPage")
})

const congestionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/congestion",
  component: lazyRouteComponent(() => import("./screens/congestion/CongestionPage.tsx"), "CongestionPage"),
  validateSearch: (search): { readonly ports?: string } => {
    const ports = textIn(search, "ports")
    return ports === undefined ? {} : { ports }
  }
})

const VOYAGE_FIELDS = ["from", "to", "vessel", "speed", "cargo", "avoid", "require"] as const

const voyagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/voyages",
  component: lazyRouteComponent(() => import("./screens/voyages/VoyagesPage.tsx"), "VoyagesPage"),
  validateSearch: (search): VoyageSearch => textsIn(search, VOYAGE_FIELDS)
})

const fastSetupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/alerts/new",
  component: lazyRouteComponent(() => import("./screens/alerts/FastSetup.tsx"), "FastSetup")
})

const CUSTOM_SETUP_FIELDS = ["step", "endpoint", "message", "task"] as const

const customSetupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/alerts/custom",
  component: lazyRouteComponent(() => import("./screens/alerts/custom/CustomSetup.tsx"), "CustomSetup"),
  validateSearch: (search): { readonly [Name in (typeof CUSTOM_SETUP_FIELDS)[number]]?: string } =>
    textsIn(search, CUSTOM_SETUP_FIELDS)
})

const logsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/logs",
  component: lazyRouteComponent(() => import("./screens/logs/LogList.tsx"), "LogList"),
  validateSearch: (search): LogFilters => textsIn(search, LOG_FILTERS)
})

const messageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/logs/$id",
  component: lazyRouteComponent(() => import("./screens/logs/MessagePage.tsx"), "MessagePage")
})

/** Every other path, within the shell. */
const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "$",
  component: NotFound
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    startRoute,
    endpointsRoute,
    endpointRoute,
    shipmentsRoute,
    shipmentRoute,
    accountRoute,
    congestionRoute,
    voyagesRoute,
    fastSetupRoute,
    customSetupRoute,
    logsRoute,
    messageRoute,
    unknownRoute
  ])
])

export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: "/dashboard",
    context: { queryClient },
    defaultPreload: "intent",
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: LoadingScreen,
    scrollRestoration: true,
    // Every parameter is a text, and is unchanged in the URL: `hours=24`, without quotation marks.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String)
  })

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The filters of the list from which a message was opened. */
    readonly logFilters?: LogFilters
  }
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
