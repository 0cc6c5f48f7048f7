import manifest from "../../../http/package.json" with { type: "json" }

/** The version of the package that serves. */
export const VERSION: string = manifest.version
