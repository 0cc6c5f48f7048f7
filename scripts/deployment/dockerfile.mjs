/** An instruction of a Dockerfile: its name in capitals and its text, with continued lines joined. */
export const parseDockerfile = (text) =>
  text
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`Dockerfile: not an instruction: ${line}`)
      return { name, rest }
    })

/** The stages of a Dockerfile, each with its name or number and its instructions. */
export const stagesOf = (instructions) => {
  const stages = []
  for (const instruction of instructions) {
    if (instruction.name === "FROM") {
      const [image, , name = String(stages.length)] = instruction.rest.split(/\s+/)
      stages.push({ image, name, instructions: [] })
    } else {
      stages.at(-1).instructions.push(instruction)
    }
  }
  return stages
}

/** The variables that ENV instructions set, by name. */
export const environmentOf = ({ instructions }) =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === "ENV")
      .flatMap(({ rest }) => rest.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
  )

/** The arguments of the last instruction with a name, which must be in the form of JSON. */
export const argumentsOf = ({ instructions }, name) => {
  const found = instructions.findLast((instruction) => instruction.name === name)
  return found === undefined ? undefined : JSON.parse(found.rest.replace(/^.*?(?=\[)/, ""))
}
