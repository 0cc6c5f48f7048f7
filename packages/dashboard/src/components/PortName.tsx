import { useQuery } from "@tanstack/react-query"
import { portsQuery } from "./form/PortField.tsx"

/** The port with a UN/LOCODE; undefined while it is loaded, and when there is none. */
export const usePort = (code: string) => {
  const { data } = useQuery({ ...portsQuery(code), enabled: code !== "" })
  return data?.data.find((port) => port.code === code)
}

/** The name of a port with its UN/LOCODE; the code alone while the name is not known. */
export const usePortName = (code: string): string => {
  const name = usePort(code)?.name
  return name === undefined ? code : `${name} (${code})`
}

/** A port by its name. */
export const PortName = ({ code }: { readonly code: string }) => usePortName(code)
