import { messages } from "../text/messages.ts"

/** The screens of the navigation, each with the letter that follows `g`. */
export const SCREENS = [
  { to: "/", title: messages.start.title, key: "h", group: messages.shell.overview },
  { to: "/endpoints", title: messages.endpoints.title, key: "e", group: messages.shell.alerts },
  { to: "/logs", title: messages.logs.title, key: "l", group: messages.shell.alerts },
  { to: "/shipments", title: messages.shipments.title, key: "s", group: messages.shell.visibility },
  { to: "/congestion", title: messages.congestion.title, key: "p", group: messages.shell.visibility },
  { to: "/voyages", title: messages.voyages.title, key: "v", group: messages.shell.visibility },
  { to: "/account", title: messages.account.title, key: "u", group: messages.shell.account }
] as const
