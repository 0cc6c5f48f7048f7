import { useCallback, useSyncExternalStore } from "react"

/** What the page shows. It is in the history of the browser, and not in the address, which belongs to the page around it. */
export type PortalView =
  | { readonly name: "home" }
  | { readonly name: "logs" }
  | { readonly name: "endpoint"; readonly endpointId: string }
  /** `endpointId`: the endpoint from whose page the message was opened; absent for the log. */
  | { readonly name: "message"; readonly messageId: string; readonly endpointId?: string }

/** The endpoints of the application. */
const HOME: PortalView = { name: "home" }

/** The key of a view in the state of an entry of the history. */
const KEY = "portalView"

const textOf = (value: object, key: string): string | undefined => {
  const text: unknown = Reflect.get(value, key)
  return typeof text === "string" ? text : undefined
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** The view of an entry of the history; the endpoints for an entry that another page has written. */
export const viewOfState = (state: unknown): PortalView => {
  const view: unknown = isObject(state) ? Reflect.get(state, KEY) : undefined
  if (!isObject(view)) return HOME
  const [name, endpointId, messageId] = [textOf(view, "name"), textOf(view, "endpointId"), textOf(view, "messageId")]
  if (name === "logs") return { name }
  if (name === "endpoint" && endpointId !== undefined) return { name, endpointId }
  if (name === "message" && messageId !== undefined) {
    return endpointId === undefined ? { name, messageId } : { name, messageId, endpointId }
  }
  return HOME
}

/** Reports that this page has added an entry: browsers report Back and Forward alone. */
const ADDED = "portalview"

const subscribe = (notify: () => void) => {
  addEventListener("popstate", notify)
  addEventListener(ADDED, notify)
  return () => {
    removeEventListener("popstate", notify)
    removeEventListener(ADDED, notify)
  }
}

/** The view as text: the state of the history is another object each time that it is read. */
const snapshot = () => JSON.stringify(viewOfState(history.state))

/** The view that the entry of the history has, and the way to the next one, to which Back and Forward lead as well. */
export const usePortalView = (): readonly [view: PortalView, open: (view: PortalView) => void] => {
  const name = useSyncExternalStore(subscribe, snapshot)
  const open = useCallback((view: PortalView) => {
    if (JSON.stringify(view) === snapshot()) return
    history.pushState({ [KEY]: view }, "")
    dispatchEvent(new Event(ADDED))
  }, [])
  return [viewOfState({ [KEY]: JSON.parse(name) }), open]
}
