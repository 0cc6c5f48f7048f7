import { resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { buildExecutable, DEFAULT_OUTPUT } from "./build.mjs"

const USAGE = "Usage: npm run build:executable -- [--node FILE] [--output FILE]"

const HELP = `Builds Landfall as one executable: the server, every command and their data, with Node inside.

${USAGE}

  --node FILE    The Node binary of another platform, of the version that runs the build; default: the Node that runs it
  --output FILE  The executable; default: ${DEFAULT_OUTPUT}`

const options = { node: { type: "string" }, output: { type: "string" }, help: { type: "boolean", short: "h" } }

/** The options of this call; undefined when it has others, which is printed. */
const readOptions = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`build:executable: ${error.message}\n${USAGE}`)
    process.exitCode = 2
  }
}

const build = async (values) => {
  const started = Date.now()
  const { bytes, output } = await buildExecutable({
    node: values.node === undefined ? process.execPath : resolve(values.node),
    output: values.output === undefined ? DEFAULT_OUTPUT : resolve(values.output)
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${output}: ${(bytes / 1e6).toFixed(0)} MB, built in ${seconds} s`)
}

const values = readOptions()
if (values?.help) console.log(HELP)
else if (values !== undefined) {
  await build(values).catch((error) => {
    console.error(`build:executable: ${error.message}`)
    process.exitCode = 1
  })
}
