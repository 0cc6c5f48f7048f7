import { useRef } from "react"
import { Button } from "./Button.tsx"

interface FileButtonProps {
  readonly label: string
  /** The types to choose from, as the attribute of an input. */
  readonly accept: string
  readonly size?: "normal" | "small"
  readonly isDisabled?: boolean
  readonly onChoose: (file: File) => void
}

/** A button that lets a person choose a file. The same file can be chosen again, after it was changed. */
export const FileButton = ({ label, accept, size = "normal", isDisabled = false, onChoose }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onChoose(file)
          target.value = ""
        }}
      />
      <Button size={size} isDisabled={isDisabled} onPress={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
