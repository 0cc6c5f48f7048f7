/** The parts of a URL of Postgres: scheme and user, servers, and the rest. A password may contain no bare `@`. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is

/**
 * The URLs of the servers that a URL names, one each, as libpq reads a list:
 * `postgres://user:password@host1:5432,host2:5432/database`. A URL of one server, and a text that is not a URL, is returned
 * as it is.
 */
export const serverUrlsOf = (url: string): readonly [string, ...ReadonlyArray<string>] => {
  const [, before = "", list = "", after = ""] = PARTS.exec(url) ?? []
  const [first, ...others] = list.split(",").map((server) => `${before}${server}${after}`)
  return list.includes(",") && first !== undefined ? [first, ...others] : [url]
}

/** The server of a URL, as `host:port`. */
export const serverNameOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
