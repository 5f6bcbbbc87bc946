const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * What Windows and macOS take in the name of a file, without signs that are not seen: those for the direction of writing would
 * show another extension than the file has. Cut at the end of a character.
 */
export function safeFileNamePart(text: string, maxBytes: number): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/(?<=\d):(?=\d)/g, '.')
    .replaceAll(/:(?=\s)/g, '')
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  let kept = ''
  for (const { segment } of graphemes.segment(visible.trim())) {
    if (Buffer.byteLength(kept + segment) > maxBytes) break
    kept += segment
  }
  // Windows leaves dots and spaces at an end out.
  return kept.replaceAll(/^[. ]+|[. ]+$/g, '')
}
