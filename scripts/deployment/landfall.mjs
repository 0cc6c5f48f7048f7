import { execFileSync } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { FLAGS } from "../launcher/launch.mjs"
import { ROOT } from "../launcher/paths.mjs"

const landfall = (...args) =>
  execFileSync(process.execPath, [...FLAGS, join(ROOT, "packages/landfall/src/main.ts"), ...args], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" }
  })

/** The names of the settings, as `landfall config` lists them. */
export const readSettingNames = () => new Set(JSON.parse(landfall("config", "--json")).map(({ name }) => name))

/** The names of the commands, as `landfall --help` lists them. */
export const readCommandNames = () => {
  const help = landfall("--help")
  const list = help.slice(help.indexOf("SUBCOMMANDS"))
  return new Set([...list.matchAll(/^ {2}([a-z0-9]+)/gm)].map(([, name]) => name))
}
