import { installProject } from "./install.mjs"
import { packedPackages } from "./packed.mjs"

// Prints the folder of a new project in which every packed package is installed. The caller removes it.
console.log(await installProject(await packedPackages()))
