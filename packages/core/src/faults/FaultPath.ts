/** Keys longer than this are cut in a path: a caller chose them, and an answer must stay readable. */
const MAX_KEY_LENGTH = 80

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

const cut = (key: string): string => (key.length <= MAX_KEY_LENGTH ? key : `${key.slice(0, MAX_KEY_LENGTH)}…`)

/**
 * A JSON path, such as `$.shipments[0].number`: keys that are no plain names stand quoted in brackets, and keys over 80
 * characters are cut.
 */
export const formatPath = (root: string, path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    const name = cut(String(key))
    return PLAIN_KEY.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`
  }, root)
