import process from "node:process"
import { buildWithoutDocker } from "../deployment/build.mjs"
import { checkDeploymentFiles } from "../deployment/files.mjs"
import { readCommandNames, readSettingNames } from "../deployment/landfall.mjs"
import { runProxies } from "../deployment/proxies.mjs"
import { verifyWithTools } from "../deployment/tools.mjs"

const { faults, missing, verified } = verifyWithTools()
const proxies = await runProxies()
const all = [...checkDeploymentFiles(readSettingNames(), readCommandNames()), ...faults, ...proxies.faults]
for (const fault of all) console.error(fault)
if (verified.length > 0) console.log(`verified by ${verified.join(", ")}`)
if (missing.length > 0) console.log(`not verified, because this machine has no ${missing.join(", ")}`)
for (const sentence of proxies.verified) console.log(`In front of a server on this machine, ${sentence}.`)
if (proxies.missing.length > 0) console.log(`not run, because this machine has no ${proxies.missing.join(", ")}`)
await buildWithoutDocker()
console.log("The steps of the Dockerfile build, and what they build starts and is healthy.")
process.exitCode = all.length === 0 ? 0 : 1
