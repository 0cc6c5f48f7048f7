/** One element of a `Forwarded` header: what one proxy adds. */
export type ForwardedElement = Readonly<Partial<Record<string, string>>>

const PAIR = /[ \t]*([!#$%&'*+.^`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^`|~\w:[\]-]+))[ \t]*(;|,|$)/y

/**
 * Parses a `Forwarded` header (RFC 7239) into its elements, the proxy nearest to the client first; undefined when it is
 * malformed. Names are in lower case. Unquoted IPv6 addresses and ports are accepted, as some proxies write them.
 */
export const parseForwarded = (header: string): ReadonlyArray<ForwardedElement> | undefined => {
  const elements: Array<Record<string, string>> = []
  let element = new Map<string, string>()
  for (let from = 0; ; ) {
    PAIR.lastIndex = from
    const match = PAIR.exec(header)
    if (match === null) return undefined
    const [, name = "", quoted, token = "", separator] = match
    element.set(name.toLowerCase(), quoted === undefined ? token : quoted.replaceAll(/\\(.)/g, "$1"))
    if (separator !== ";") {
      elements.push(Object.fromEntries(element))
      element = new Map()
    }
    if (separator === "") return elements
    from = PAIR.lastIndex
  }
}
