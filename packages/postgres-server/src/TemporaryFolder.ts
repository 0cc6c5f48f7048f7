import { statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname } from "node:path"

const isEnterableByAll = (folder: string): boolean => {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o001) !== 0 && (dirname(folder) === folder || isEnterableByAll(dirname(folder)))
}

/** A folder for temporary files that every user can enter, which the folder of TMPDIR may not be. */
export const sharedTemporaryFolder = (): string => [tmpdir(), "/tmp", "/var/tmp"].find(isEnterableByAll) ?? tmpdir()
