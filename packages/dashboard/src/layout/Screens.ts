import { messages } from "../text/messages.ts"

/** The screens of the navigation, each with the letter that follows `g`. */
export const SCREENS = [
  { to: "/endpoints", title: messages.endpoints.title, key: "e", group: messages.shell.alerts }
] as const
