// A program for Deno, whose foreign functions reach the C library: it opens a pseudo-terminal, prints the path at which
// programs find it, and copies to standard output what they write there. It ends when the last of them has closed it.

const isMac = Deno.build.os === "darwin"
const { symbols: libc } = Deno.dlopen(isMac ? "libSystem.B.dylib" : "libc.so.6", {
  posix_openpt: { parameters: ["i32"], result: "i32" },
  grantpt: { parameters: ["i32"], result: "i32" },
  unlockpt: { parameters: ["i32"], result: "i32" },
  ptsname: { parameters: ["i32"], result: "pointer" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize", nonblocking: true }
})

const READ_AND_WRITE = 2
const NOT_CONTROLLING = isMac ? 0x20000 : 0x100

const terminal = libc.posix_openpt(READ_AND_WRITE | NOT_CONTROLLING)
if (terminal < 0 || libc.grantpt(terminal) !== 0 || libc.unlockpt(terminal) !== 0) {
  throw new Error("The system has no free pseudo-terminal.")
}
console.log(Deno.UnsafePointerView.getCString(libc.ptsname(terminal)))

const buffer = new Uint8Array(65_536)
for (;;) {
  const length = Number(await libc.read(terminal, buffer, BigInt(buffer.length)))
  if (length <= 0) break
  await Deno.stdout.write(buffer.subarray(0, length))
}
