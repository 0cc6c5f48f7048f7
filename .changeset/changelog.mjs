/** One paragraph of Markdown as one line, so that a changelog reads the same however its changesets are wrapped. */
const paragraphsOf = (summary) =>
  summary
    .split(/\n{2,}/)
    .map((paragraph) => (/^(?:[-*|]|```)/m.test(paragraph) ? paragraph : paragraph.replaceAll(/\s*\n\s*/g, " ")))
    .filter((paragraph) => paragraph !== "")

/** How `changeset version` writes CHANGELOG.md: each change in the words of its changeset, without the hash of a commit. */
export default {
  getReleaseLine: ({ summary }) => `- ${paragraphsOf(summary).join("\n\n").replaceAll("\n", "\n  ")}\n`,
  getDependencyReleaseLine: (_, dependencies) =>
    dependencies.length === 0
      ? ""
      : `- Updated dependencies: ${dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(", ")}.\n`
}
