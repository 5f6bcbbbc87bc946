import { extractText, getDocumentProxy } from 'unpdf'

/** All that is on the pages of a PDF in the order in which it is copied, without spaces. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return withoutSpaces(text)
}

export function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}
