/** The flags with which the launcher of the repository runs the service. Every measured process runs with the same. */
export const LAUNCHER_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
  "--expose-gc",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=50"
]
