/** Counts the statements of the page that a test file checks, by what they are about. */
export interface Statements {
  /** Runs the check of one statement, and counts it. */
  readonly state: (about: string, check: () => void) => void
  /** The number of statements checked so far. */
  readonly count: () => number
  /** Prints what was checked. */
  readonly print: () => void
}

export const makeStatements = (): Statements => {
  const counts = new Map<string, number>()
  const count = () => [...counts.values()].reduce((sum, statements) => sum + statements, 0)
  return {
    state: (about, check) => {
      check()
      counts.set(about, (counts.get(about) ?? 0) + 1)
    },
    count,
    print: () => {
      const parts = [...counts].map(([about, statements]) => `${statements} ${about}`)
      console.log(`docs/contract.md: ${count()} statements checked: ${parts.join(", ")}`)
    }
  }
}
