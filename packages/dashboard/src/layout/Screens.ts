import { messages } from "../text/messages.ts"

/** The strokes of the icons, on a square of 16. */
const ICONS = {
  home: "M2.5 7.2 8 2.5l5.5 4.7V13a.5.5 0 0 1-.5.5H9.5v-4h-3v4H3a.5.5 0 0 1-.5-.5Z",
  send: "M13.8 2.2 7 9M13.8 2.2 9.4 13.8 7 9 2.2 6.6Z",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01",
  box: "M8 1.8 13.5 5v6L8 14.2 2.5 11V5ZM2.5 5 8 8.2 13.5 5M8 8.2v6",
  anchor:
    "M8 5.2v8.6M8 5.2a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM5.5 7.5h5M2.5 9.5c.4 2.6 2.6 4.3 5.5 4.3s5.1-1.7 5.5-4.3",
  route:
    "M4 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.5 12H10a2 2 0 0 0 0-4H6a2 2 0 0 1 0-4h4.5",
  chart: "M2.5 13.5h11M4 11V8M8 11V3M12 11V6"
}

/** The screens of the navigation, each with the letter that follows `g`. */
export const SCREENS = [
  { to: "/", title: messages.start.title, key: "h", group: messages.shell.overview, icon: ICONS.home },
  { to: "/endpoints", title: messages.endpoints.title, key: "e", group: messages.shell.alerts, icon: ICONS.send },
  { to: "/logs", title: messages.logs.title, key: "l", group: messages.shell.alerts, icon: ICONS.list },
  { to: "/shipments", title: messages.shipments.title, key: "s", group: messages.shell.visibility, icon: ICONS.box },
  {
    to: "/congestion",
    title: messages.congestion.title,
    key: "p",
    group: messages.shell.visibility,
    icon: ICONS.anchor
  },
  { to: "/voyages", title: messages.voyages.title, key: "v", group: messages.shell.visibility, icon: ICONS.route },
  { to: "/account", title: messages.account.title, key: "u", group: messages.shell.account, icon: ICONS.chart }
] as const
