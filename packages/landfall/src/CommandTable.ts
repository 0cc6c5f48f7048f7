import { Command } from "effect/cli"

/** The arguments that follow the name of a command. */
type Arguments = ReadonlyArray<string>

/**
 * A command of a table. `load` gives the command when it is called with arguments. Without them it gives a command that has
 * the name and the description only, which is what help on the command above it shows, and loads no module.
 */
export const lazyCommand = <const Name extends string, Input, ContextInput, E, R>(
  name: Name,
  description: string,
  loadModule: (args: Arguments) => Promise<Command.Command<Name, Input, ContextInput, E, R>>
) => {
  const outline = Command.make(name).pipe(Command.withDescription(description))
  const load = (args: Arguments | undefined) =>
    args === undefined ? Promise.resolve(outline) : loadModule(args).then(Command.withDescription(description))
  return { name, load }
}

/** Whether the arguments need every command with its flags: to complete a command line, or to prompt for each flag. */
const needsEveryCommand = (args: Arguments): boolean => args.some((arg) => /^--(?:completions|wizard)(?:=|$)/.test(arg))

/**
 * The arguments with which each command of a table is loaded: those after its name for the command that `args` names, none
 * for the others. So a command starts without the modules of the others.
 */
export const argumentsByCommand = (table: ReadonlyArray<{ readonly name: string }>, args: Arguments) => {
  const names = new Set(table.map(({ name }) => name))
  const position = args.findIndex((arg) => names.has(arg))
  return (name: string): Arguments | undefined => {
    if (needsEveryCommand(args)) return args
    return name === args[position] ? args.slice(position + 1) : undefined
  }
}
