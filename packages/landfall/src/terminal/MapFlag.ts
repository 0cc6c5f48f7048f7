import { Schema } from "effect"
import { Flag } from "effect/cli"

const MapFile = Schema.String.check(Schema.isPattern(/\.(?:svg|png)$/i, { message: "must end in .svg or .png" }))

/** The flag `--map FILE`; `drawing` names what is drawn. */
export const mapFlag = (drawing: string) =>
  Flag.String("map").pipe(
    Flag.withSchema(MapFile),
    Flag.withDescription(`Draw ${drawing} into this file, which ends in .svg or .png`),
    Flag.optional
  )
