/** The result of one check. */
export interface Finding {
  /** The subject of the check, such as `disk space`. */
  readonly check: string
  readonly status: "ok" | "warning" | "failed"
  /** The finding, in one sentence. */
  readonly message: string
  /** The fix; null when nothing has to be done. */
  readonly fix: string | null
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message, fix: null })

export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  status: "warning",
  message,
  fix
})

export const failed = (check: string, message: string, fix: string): Finding => ({
  check,
  status: "failed",
  message,
  fix
})
