/** The texts that several screens share. */
export const common = {
  product: "Landfall",
  cancel: "Cancel",
  close: "Close",
  testReceiver: "Test receiver",
  save: "Save",
  saving: "Saving",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  ports: {
    type: "Type two letters or more.",
    none: "No port matches. Try another spelling or the UN/LOCODE.",
    failed: "The search failed. Change the text to search again."
  },
  retry: "Try again",
  /** A value that could not be loaded, and the label of the button that loads it again. */
  notLoaded: "Not loaded",
  retryValue: "Not loaded. Try again",
  invalid: "Something that was entered is not valid.",
  notFound: "It may have been deleted, or the address is incomplete. Open the list and choose it there.",
  noCredits: "Usage and account shows when the next credits begin. The operator of this server can add some before.",
  noAlerts: "The operator of this server changes the plan of an account.",
  serverFailed: "Try again in a minute. If it fails again, report the request to the operator of this server.",
  back: "Back",
  next: "Continue",
  pairs: {
    name: "Name",
    value: "Value",
    more: (count: number) => `${count.toLocaleString()} more`,
    remove: "Remove",
    removeOf: (name: string) => `Remove ${name}`,
    add: "Add",
    addTo: (legend: string) => `Add to: ${legend}`
  },
  loadMore: "Load more",
  none: "None",
  unknown: "Unknown",
  never: "Never",
  search: "Search",
  skip: "Skip to the content",
  menu: "Menu",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  docs: "API reference",
  mismatch: (path: string) => `The value at “${path}” is missing or of another type.`,
  requestId: (id: string) => `Request ${id}`,
  retryAfter: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  count: (count: number, one: string, many = `${one}s`) => `${count.toLocaleString()} ${count === 1 ? one : many}`,
  chart: { role: "Chart, read with the arrow keys" }
}

/** The navigation and what is around every screen. */
export const shell = {
  navigation: "Navigation",
  overview: "Overview",
  alerts: "Alerts",
  visibility: "Visibility",
  account: "Account",
  signOut: "Sign out",
  theme: { label: "Theme", system: "System", light: "Light", dark: "Dark" },
  shortcuts: {
    title: "Keyboard",
    open: "Shortcuts",
    search: "Search",
    next: "Next row",
    previous: "Previous row",
    help: "This list",
    go: (screen: string) => `Go to ${screen}`
  },
  connection: {
    lost: "The connection to the server is lost. What is shown may be out of date.",
    retryIn: (seconds: number) => `Next attempt in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    retrying: "Connecting",
    retryNow: "Connect now"
  },
  notFound: {
    title: "There is no such page",
    body: "The address is incomplete, or the page was moved.",
    action: "Go to the start"
  },
  failed: {
    title: "This page could not be shown",
    body: "A part of the page failed.",
    next: "Try again. If it stays like this, load the page again in the browser."
  }
}

/** Signing in. */
export const signInTexts = {
  title: "Sign in",
  apiKey: "API key",
  apiKeyHint: "The operator of this server issues it; most begin with lf_. It is not stored in the browser.",
  submit: "Sign in",
  submitting: "Signing in",
  link: "Signing in with your link",
  linkFailed: "This link cannot be used",
  other: "You can sign in with an API key instead.",
  proceed: (account: string) => `Continue as ${account}`,
  signOutFirst: "Sign out and use the link",
  missing: "Enter an API key.",
  ended: "Your session has ended. Sign in again to return to the page that you had open."
}
