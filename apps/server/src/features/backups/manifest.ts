import { z } from 'zod'

/** A span of the content of an object. */
const Piece = z.tuple([z.string(), z.int().nonnegative(), z.int().nonnegative()])

const BackedUpFile = z.strictObject({
  /** In the data folder, with slashes. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  /** Object, start and length; all of them one after the other are the file. */
  pieces: z.array(Piece),
})
export type BackedUpFile = z.infer<typeof BackedUpFile>

/** Of the files that are rows of databases. */
export const rowsFolder = 'rows'

/** What a backup consists of. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  /** The moment of the portal that it holds. */
  at: z.iso.datetime(),
  /** Of the portal that made it. */
  version: z.string(),
  /** What the calls of its checkpoint come to, so that a restored portal can be compared. */
  calls: z.strictObject({ number: z.int(), count: z.int(), hash: z.string() }),
  /**
   * Where the databases were on servers: the names of their migrations, and which columns of calls there are. The files in
   * `rows` are their rows then; otherwise the databases are there as files.
   */
  rows: z
    .strictObject({
      postgres: z.array(z.string()),
      clickhouse: z.array(z.string()),
      callColumns: z.array(z.string()),
    })
    .optional(),
  folders: z.array(z.string()),
  links: z.array(z.strictObject({ path: z.string(), target: z.string() })),
  files: z.array(BackedUpFile),
  /** What it does not hold, in sentences. */
  leftOut: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** The name of a backup, from its moment: `2026-11-28T00-51-22Z`. */
export function nameOfBackup(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/** When a backup of this name was made. */
export function timeOfBackup(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))
}

export const backupName: RegExp = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
