import { Effect, Schema } from "effect"

/** The description of an environment variable. */
export interface SettingText {
  readonly name: string
  readonly description: string
  /** The default value, or the behaviour when the variable is not set. */
  readonly byDefault: string
  /** The value as it is printed; the text of the variable with its password hidden, unless given. */
  readonly format?: (text: string) => string
}

/** A setting that always has a value: that of the variable, else `fallback`, which is `byDefault` unless given. */
export const settingWithDefault = <S extends Schema.Codec<unknown, string>>(
  schema: S,
  text: SettingText,
  fallback = text.byDefault
) => ({
  ...text,
  secret: false,
  schema: schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(fallback)))
})

/** A setting that can be absent; `byDefault` states the behaviour then. */
export const optional = <S extends Schema.Codec<unknown, string>>(schema: S, text: SettingText) => ({
  ...text,
  secret: false,
  schema: Schema.OptionFromOptionalKey(schema)
})

/** An optional setting whose value is never printed. */
export const secret = <S extends Schema.Codec<unknown, string>>(schema: S, text: SettingText) => ({
  ...optional(schema, text),
  secret: true
})
