import { buffer } from 'node:stream/consumers'
import type { MailAttachment } from '../../db/tables/mail-tables.ts'
import type { FileStore } from '../../lib/files/file-store.ts'

const maxPictureBytes = 2 << 20

/** The HTML of a mail with the pictures that it shows in it, as a browser cannot ask for them. Null for a mail of plain text alone. */
export async function withPictures(
  files: FileStore,
  html: string | null,
  attachments: readonly MailAttachment[],
): Promise<string | null> {
  if (html === null) return null
  let shown = html
  for (const { cid, ...picture } of attachments)
    if (cid !== undefined) shown = shown.replaceAll(`cid:${cid}`, await keptDataUrl(files, picture))
  return shown
}

/** One that is deleted, or too large, is empty: its meaning in words stands in its place. */
async function keptDataUrl(
  files: FileStore,
  { key, contentType }: Pick<MailAttachment, 'key' | 'contentType'>,
): Promise<string> {
  const picture = await files.get(key)
  if (picture === undefined) return 'data:,'
  if (picture.size > maxPictureBytes) {
    picture.bytes.destroy()
    return 'data:,'
  }
  return dataUrlOf(await buffer(picture.bytes), contentType)
}

export function dataUrlOf(picture: Buffer, contentType: string): string {
  return `data:${contentType};base64,${picture.toString('base64')}`
}
