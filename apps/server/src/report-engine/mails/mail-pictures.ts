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
    if (cid !== undefined) shown = shown.replaceAll(`cid:${cid}`, await dataUrlOf(files, picture))
  return shown
}

/** One that is deleted, or too large, is empty: its meaning in words stands in its place. */
async function dataUrlOf(
  files: FileStore,
  { key, contentType }: Pick<MailAttachment, 'key' | 'contentType'>,
): Promise<string> {
  const picture = await files.get(key)
  if (picture === undefined) return 'data:,'
  if (picture.size > maxPictureBytes) {
    picture.bytes.destroy()
    return 'data:,'
  }
  return `data:${contentType};base64,${(await buffer(picture.bytes)).toString('base64')}`
}
