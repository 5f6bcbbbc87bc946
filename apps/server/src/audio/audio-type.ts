/** The kinds of sound that are read. */
export type AudioType = 'wav' | 'mp3' | 'opus' | 'm4a'

/** How many bytes tell what a file is. */
export const audioTypeBytes = 64

/**
 * What kind of sound the file holds, by its content and never by its name; undefined when it is none that is read.
 *
 * @param head at least the first {@link audioTypeBytes} bytes, or all of a shorter file
 */
export function audioTypeOf(head: Uint8Array): AudioType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav'
  if (text(0, 4) === 'OggS' && text(28, 36) === 'OpusHead') return 'opus'
  if (text(4, 8) === 'ftyp' && /^(M4A|M4B|mp4|isom|iso\d|qt|dash|f4a)/i.test(text(8, 12))) return 'm4a'
  if (text(0, 3) === 'ID3' || isMp3Frame(head)) return 'mp3'
  return undefined
}

/** Eleven bits of sync, a version, layer III, a bit rate and a sample rate that exist. */
function isMp3Frame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  return version !== 1 && layer === 1 && third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3
}
