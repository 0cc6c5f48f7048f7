import { type ComponentType, lazy } from "react"

/** A component whose code is loaded when it is first shown. */
const later = <Props>(load: () => Promise<ComponentType<Props>>) => lazy(async () => ({ default: await load() }))

// The dialogs of an endpoint have more code than its page, and most visits open none.
export const EditDialog = later(async () => (await import("./EditDialog.tsx")).EditDialog)
export const EventsDialog = later(async () => (await import("./EventsDialog.tsx")).EventsDialog)
export const ExampleDialog = later(async () => (await import("./ExampleDialog.tsx")).ExampleDialog)
export const RemoveDialog = later(async () => (await import("./RemoveDialog.tsx")).RemoveDialog)
