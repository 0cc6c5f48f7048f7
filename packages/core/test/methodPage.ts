type Rows = ReadonlyArray<ReadonlyArray<string>>

/** Finds tables of a page of `docs/methods` by the first words of their headers, and returns their rows without the header. */
export const tablesOf =
  (page: string) =>
  (head: string): Rows => {
    const start = page.indexOf(`| ${head} |`)
    if (start === -1) throw new Error(`the page has no table that begins with | ${head} |`)
    const lines = page.slice(start).split("\n")
    const end = lines.findIndex((line) => !line.startsWith("|"))
    return lines.slice(2, end === -1 ? undefined : end).map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
    )
  }
