import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"

/** The host name of the examples. */
export const HOST = "ships.example.com"

/** The address at which the examples expect Landfall. */
const LANDFALL = "127.0.0.1:8080"

const read = (name) => readFileSync(join(ROOT, "deploy", name), "utf8")

/** Replaces every occurrence; an example without one is an error, because the check would then test another thing. */
const replace = (text, from, to) => {
  if (!text.includes(from)) throw new Error(`the example has no ${from}`)
  return text.replaceAll(from, to)
}

/** Writes a certificate of one day for the host of the examples. Returns the paths of it and of its key. */
export const makeCertificate = (folder) => {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  const subject = ["-days", "1", "-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`]
  const files = ["-keyout", key, "-out", certificate]
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files], { stdio: "ignore" })
  return { key, certificate }
}

/** The folders in which nginx stores bodies, by the directives that name them. */
const NGINX_FOLDERS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]

/**
 * Writes a whole configuration of nginx around the example, which listens on loopback ports and sends requests to a
 * Landfall. Only ports, certificates and folders differ from the example.
 */
export const writeNginx = (folder, { certificate, key }, { http, https, landfall }) => {
  let site = read("nginx.conf")
  site = site.replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
  site = site.replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  site = replace(site, "listen [::]:", "listen [::1]:")
  site = replace(site, "listen 80;", `listen 127.0.0.1:${http};`)
  site = replace(site, "listen [::1]:80;", "")
  site = replace(site, "listen 443 ", `listen 127.0.0.1:${https} `)
  site = site.replace(/^\s*listen \[::1\]:443 .*;$/m, "")
  site = replace(site, LANDFALL, `127.0.0.1:${landfall}`)
  const folders = NGINX_FOLDERS.map((name) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return `${name}_temp_path ${path};`
  })
  const path = join(folder, "nginx.conf")
  const main = `daemon off;\nuser root;\npid ${join(folder, "nginx.pid")};\nerror_log stderr warn;\nevents {}\n`
  const userless = process.getuid?.() === 0 ? main : main.replace("user root;\n", "")
  writeFileSync(path, `${userless}http {\naccess_log off;\n${folders.join("\n")}\n${site}}\n`)
  return path
}

/** Writes the example of Caddy with loopback ports and a separate certificate, which sends requests to a Landfall. */
export const writeCaddy = (folder, { certificate, key }, { http, https, landfall }) => {
  const global = ["admin off", `http_port ${http}`, `https_port ${https}`, `storage file_system ${folder}/caddy`]
  let site = replace(read("Caddyfile"), `${HOST} {`, `${HOST} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`)
  site = replace(site, LANDFALL, `127.0.0.1:${landfall}`)
  const path = join(folder, "Caddyfile")
  writeFileSync(path, `{\n${global.map((line) => `\t${line}\n`).join("")}}\n${site}`)
  return path
}
