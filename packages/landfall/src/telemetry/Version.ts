import manifest from "../../package.json" with { type: "json" }

/** The version of the package `landfall`. */
export const VERSION: string = manifest.version
