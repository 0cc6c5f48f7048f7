import { Server } from "node:net"
import process from "node:process"
import { startFauxqs } from "fauxqs"

const [dataDir = "", port = ""] = process.argv.slice(2)

// fauxqs listens on every interface of the machine. A server of the tests is reached from this machine only.
const listen = Server.prototype.listen
Object.assign(Server.prototype, {
  listen(this: Server, options: object, ...others: ReadonlyArray<unknown>) {
    return Reflect.apply(listen, this, [{ ...options, host: "127.0.0.1" }, ...others])
  }
})

await startFauxqs({ port: Number(port), dataDir, logger: false })
process.stdout.write("Server is ready\n")
