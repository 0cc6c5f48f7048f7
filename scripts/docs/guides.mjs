import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { ROOT } from "../launcher/paths.mjs"

/** The page from which every other one is reached. */
export const FIRST_GUIDE = "docs/README.md"

const DECISIONS = "docs/adr"

/** The groups of the navigation, each with the paths of its pages; the first that fits. */
const GROUPS = [
  ["Decisions", /^docs\/adr\//],
  ["Methods", /^docs\/methods\//],
  ["Examples", /^examples\//],
  ["Reference", /^docs\/(?:contract|errors|event-types|glossary)\.md$/],
  ["Repository", /^(?!docs\/)/],
  ["Guides", /^docs\//]
]

const groupOf = (path) => GROUPS.find(([, pattern]) => pattern.test(path))[0]

const LINK = /(\]\()([^)\s]+)(\))/g

/** The text in parts: those with an odd index are code, in which nothing is a link. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/

/** The anchor of a link. GitHub writes a dash for each space around a sign that it omits, and typedoc one for all. */
const anchorOf = (link) => {
  const [, anchor] = link.split("#")
  return anchor === undefined ? "" : `#${anchor.replaceAll(/-{2,}/g, "-")}`
}

/** The path in the repository that a link of a page leads to; undefined for a link within the page or to elsewhere. */
const targetOf = (page, link) => {
  const [path] = link.split("#")
  return path === "" || /^[a-z]+:|^\//.test(link) ? undefined : posix.normalize(posix.join(dirname(page), path))
}

/** A page with `replace` applied to each of its links. */
const withLinks = (text, replace) =>
  text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(LINK, (_, a, link, b) => a + replace(link) + b)))
    .join("")

/** A folder is shown by its README. */
const pageOfFolder = (path) => (statSync(join(ROOT, path)).isDirectory() ? posix.join(path, "README.md") : path)

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1] ?? ""

const decisions = () =>
  readdirSync(join(ROOT, DECISIONS))
    .filter((file) => file.endsWith(".md"))
    .sort()

const readPage = (path) => {
  if (path !== `${DECISIONS}/README.md`) return readFileSync(join(ROOT, path), "utf8")
  const lines = decisions().map((file) => {
    const title = titleOf(readFileSync(join(ROOT, DECISIONS, file), "utf8"))
    return `- [${title.replace(/^(\d+)\. /, "$1: ")}](${file})`
  })
  return `# Decision records\n\n${lines.join("\n")}\n`
}

const frontMatter = (path, text) =>
  `---\ntitle: ${JSON.stringify(titleOf(text).replaceAll("`", ""))}\ngroup: ${groupOf(path)}\n---\n\n`

/**
 * Copies the pages of the documentation into a folder, in the layout of the repository: every page that is reached from
 * the first one, with its title and group as front matter, and the files that they link to. Returns the paths of the
 * pages.
 */
export const copyGuides = (folder) => {
  const pages = []
  const queue = [FIRST_GUIDE]
  const copied = new Set(queue)
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const text = readPage(path)
    const linked = withLinks(text, (link) => {
      const target = targetOf(path, link)
      if (target === undefined) return link.startsWith("#") ? anchorOf(link) : link
      if (!existsSync(join(ROOT, target))) throw new Error(`${path} links to ${link}, which does not exist`)
      const page = pageOfFolder(target)
      if (!copied.has(page)) {
        copied.add(page)
        if (page.endsWith(".md")) queue.push(page)
        else {
          mkdirSync(join(folder, dirname(page)), { recursive: true })
          cpSync(join(ROOT, page), join(folder, page))
        }
      }
      return posix.relative(dirname(path), page) + anchorOf(link)
    })
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), frontMatter(path, text) + linked.replace(/^# .+\n/m, ""))
    pages.push(path)
  }
  return pages
}
