export type DestinationKind = "url" | "test"

/** Where the alerts of a new endpoint go. */
export interface Destination {
  readonly kind: DestinationKind
  readonly url: string
}
