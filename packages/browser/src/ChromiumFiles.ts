import { createReadStream, createWriteStream, existsSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"
import { createBrotliDecompress } from "node:zlib"
import { unpackTar } from "modern-tar/fs"

const require = createRequire(import.meta.url)

/** The folder of the npm package, with its compressed programs. */
const packageFolder = (): string => join(dirname(require.resolve("@sparticuz/chromium")), "..")

/** The fonts of code, which the package of Chromium lacks. */
const CODE_FONTS = ["DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]

/** What is unpacked goes where a new installation removes it. */
const CACHE = fileURLToPath(new URL("../node_modules/.cache", import.meta.url))

/** The libraries that Chromium needs and that small systems do not have. */
const LIBRARIES = "al2023"

/** The unpacked files of Chromium. */
export interface ChromiumFiles {
  readonly program: string
  /** The folder with libraries for systems that do not have them. */
  readonly libraries: string
  /** The configuration of the fonts, which names those of packages alone, so that every machine renders the same. */
  readonly fonts: string
}

const filesIn = (folder: string): ChromiumFiles => ({
  program: join(folder, "chromium"),
  libraries: join(folder, LIBRARIES, "lib"),
  fonts: join(folder, "fonts.conf")
})

const fontConfiguration = (folder: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`

/** Unpacks the programs and libraries of the package into a folder that does not exist yet. */
const unpack = async (source: string, folder: string): Promise<void> => {
  await mkdir(CACHE, { recursive: true })
  const newFolder = await mkdtemp(`${folder}.new-`)
  const decompressed = (name: string) =>
    [createReadStream(join(source, "bin", name)), createBrotliDecompress()] as const
  try {
    await pipeline(...decompressed("chromium.br"), createWriteStream(join(newFolder, "chromium"), { mode: 0o755 }))
    await pipeline(...decompressed("swiftshader.tar.br"), unpackTar(newFolder))
    await pipeline(...decompressed("fonts.tar.br"), unpackTar(join(newFolder, "fonts")))
    const codeFonts = join(dirname(require.resolve("dejavu-fonts-ttf/package.json")), "ttf")
    for (const font of CODE_FONTS) await copyFile(join(codeFonts, font), join(newFolder, "fonts", font))
    await pipeline(...decompressed(`${LIBRARIES}.tar.br`), unpackTar(join(newFolder, LIBRARIES)))
    await writeFile(join(newFolder, "fonts.conf"), fontConfiguration(folder))
    await rename(newFolder, folder)
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(newFolder, { recursive: true, force: true })
  }
}

/** Unpacks Chromium on the first call of any process, for each version once, and returns its files. */
export const ensureChromiumFiles = async (): Promise<ChromiumFiles> => {
  const source = packageFolder()
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8"))
  const folder = join(CACHE, `chromium-${version}-with-code-fonts`)
  if (!existsSync(folder)) await unpack(source, folder)
  return filesIn(folder)
}
