/** The most vessels that a process follows by default, each in about 410 bytes: 205 MB. Chosen here. */
export const DEFAULT_MAX_VESSELS = 500_000
