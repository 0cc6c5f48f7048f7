/** The maximum number of vessels that a process follows by default, each in about 410 bytes: 123 MB. Chosen here. */
export const DEFAULT_MAX_VESSELS = 300_000
