/** Offsets in the headers of an ELF file of 64 bits, little endian (System V ABI, chapter 4). */
const SECTION_TABLE = 0x28
const SECTION_HEADER_BYTES = 0x3a
const SECTION_COUNT = 0x3c
const SECTION_NAMES = 0x3e
const FLAGS = 0x08
const OFFSET = 0x18
const SIZE = 0x20
const TYPE = 0x04

/** The section is part of the program when it runs. */
const SHF_ALLOC = 2n
/** The section has no bytes in the file. */
const SHT_NOBITS = 8

const isElf = (bytes) => bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1

const sectionsOf = (bytes) => {
  const start = Number(bytes.readBigUInt64LE(SECTION_TABLE))
  const length = bytes.readUInt16LE(SECTION_HEADER_BYTES)
  return Array.from({ length: bytes.readUInt16LE(SECTION_COUNT) }, (_, index) => {
    const header = bytes.subarray(start + index * length, start + (index + 1) * length)
    return {
      header,
      isLoaded: index === 0 || (header.readBigUInt64LE(FLAGS) & SHF_ALLOC) !== 0n,
      offset: Number(header.readBigUInt64LE(OFFSET)),
      size: header.readUInt32LE(TYPE) === SHT_NOBITS ? 0 : Number(header.readBigUInt64LE(SIZE))
    }
  })
}

/**
 * A binary without its symbols and its debug information, a seventh of Node on Linux, as `strip` leaves it. The debug
 * information follows all that is loaded, so that nothing else moves. A binary of another form is returned as it is.
 */
export const withoutSymbols = (bytes) => {
  if (!isElf(bytes)) return bytes
  const sections = sectionsOf(bytes)
  const names = sections[bytes.readUInt16LE(SECTION_NAMES)]
  const count = sections.findIndex(({ isLoaded }) => !isLoaded)
  const loaded = sections.slice(0, count)
  if (names === undefined || count < 1 || sections.slice(count).some(({ isLoaded }) => isLoaded)) return bytes
  const end = Math.max(...loaded.map(({ offset, size }) => offset + size))
  const nameHeader = Buffer.from(names.header)
  nameHeader.writeBigUInt64LE(BigInt(end), OFFSET)
  const head = Buffer.from(bytes.subarray(0, end))
  const padding = Buffer.alloc((8 - ((end + names.size) % 8)) % 8)
  head.writeBigUInt64LE(BigInt(end + names.size + padding.length), SECTION_TABLE)
  head.writeUInt16LE(count + 1, SECTION_COUNT)
  head.writeUInt16LE(count, SECTION_NAMES)
  return Buffer.concat([
    head,
    bytes.subarray(names.offset, names.offset + names.size),
    padding,
    ...loaded.map(({ header }) => header),
    nameHeader
  ])
}
