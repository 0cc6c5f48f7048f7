import { useQuery } from "@tanstack/react-query"
import { portsQuery } from "./form/PortField.tsx"

/** The name of a port with its UN/LOCODE; the code alone while the name is not known. */
export const usePortName = (code: string): string => {
  const { data } = useQuery({ ...portsQuery(code), enabled: code !== "" })
  const name = data?.data.find((port) => port.code === code)?.name
  return name === undefined ? code : `${name} (${code})`
}

/** A port by its name. */
export const PortName = ({ code }: { readonly code: string }) => usePortName(code)
