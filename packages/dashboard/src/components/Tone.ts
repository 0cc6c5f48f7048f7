/** How good a state is, as its colour shows it beside its word. */
export type Tone = "good" | "warn" | "bad" | "idle"
