import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const ATTRIBUTE = /\s(?:href|src)="([^"]*)"/g
const ID = /\s(?:id|name)="([^"]*)"/g

const decode = (text) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"')

const isElsewhere = (link) => /^(?:[a-z]+:|\/\/)/.test(link)

/** The files of HTML in a folder, at any depth. */
const pagesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".html"))
    .map((file) => join(folder, file))

const idsOf = (file) => new Set([...readFileSync(file, "utf8").matchAll(ID)].map(([, id]) => decode(id)))

/**
 * The faults of the links of a site: each that leads to a missing file or a missing anchor, and each file that a page
 * loads from elsewhere.
 */
export const linkFaults = (site) => {
  const ids = new Map()
  const hasId = (file, id) => {
    if (!ids.has(file)) ids.set(file, idsOf(file))
    return ids.get(file).has(id)
  }
  return pagesIn(site).flatMap((page) => {
    const text = readFileSync(page, "utf8")
    const loaded = [...text.matchAll(/<(?:script|link|img|iframe)\b[^>]*\s(?:href|src)="([^"]*)"/g)]
    const elsewhere = loaded.filter(([, link]) => isElsewhere(link) && !link.startsWith("data:"))
    const links = new Set([...text.matchAll(ATTRIBUTE)].map(([, link]) => decode(link)))
    const broken = [...links].filter((link) => {
      if (isElsewhere(link)) return false
      const [path = "", anchor] = link.split("#")
      const file = path === "" ? page : join(dirname(page), decodeURIComponent(path))
      if (!existsSync(file) || !statSync(file).isFile()) return true
      return anchor !== undefined && anchor !== "" && file.endsWith(".html") && !hasId(file, decodeURIComponent(anchor))
    })
    return [
      ...elsewhere.map(([, link]) => `${relative(site, page)} loads ${link}`),
      ...broken.map((link) => `${relative(site, page)} links to ${link}`)
    ]
  })
}
