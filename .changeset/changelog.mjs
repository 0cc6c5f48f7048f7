/** The longest first sentence that is set in bold, as the title of its change. */
const MAX_TITLE_LENGTH = 120

/** One paragraph of Markdown as one line, so that a changelog reads the same however its changesets are wrapped. */
const paragraphsOf = (summary) =>
  summary
    .split(/\n{2,}/)
    .map((paragraph) => (/^(?:[-*|]|```)/m.test(paragraph) ? paragraph : paragraph.replaceAll(/\s*\n\s*/g, " ")))
    .filter((paragraph) => paragraph !== "")

/** A paragraph with its first sentence, or what stands before its first colon, in bold; readers look for these. */
const withTitle = (paragraph) => {
  const [title] = /^.+?(?:\.|:)(?= |$)/.exec(paragraph) ?? [""]
  const isWhole = (title.match(/`/g) ?? []).length % 2 === 0 && !title.includes("**")
  return title === "" || title.length > MAX_TITLE_LENGTH || !isWhole
    ? paragraph
    : `**${title}**${paragraph.slice(title.length)}`
}

/** How `changeset version` writes CHANGELOG.md: each change in the words of its changeset, without the hash of a commit. */
export default {
  getReleaseLine: ({ summary }) => {
    const [first = "", ...others] = paragraphsOf(summary)
    return `- ${[withTitle(first), ...others].join("\n\n").replaceAll("\n", "\n  ")}`
  },
  getDependencyReleaseLine: (_, dependencies) =>
    dependencies.length === 0
      ? ""
      : `- Updated dependencies: ${dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(", ")}.`
}
