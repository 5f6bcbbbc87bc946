import { z } from 'zod'
import { CallStoreError } from '#server/db/calls/call-store.ts'

/** A count or other 64-bit integer as a number; an error if a number cannot hold it exactly. */
export const Integer = z
  .union([z.string().regex(/^-?\d+$/), z.int()])
  .transform(Number)
  .pipe(z.int())

/** A 64-bit integer that needs all its bits: versions, content hashes. */
export const BigInteger = z.union([z.string().regex(/^-?\d+$/), z.int()]).transform((value) => BigInt(value))

/** `DateTime64(3, 'UTC')` → ISO instant with milliseconds and `Z`. */
export const InstantValue = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)
  .transform((text) => `${text.slice(0, 10)}T${text.slice(11)}Z`)

/** A text column in which '' means "no value". */
export const TextOrNull = z.string().transform((text) => (text === '' ? null : text))

/** ISO instant or `Date` → the text that `{name:DateTime64(3, 'UTC')}` reads; a bound `Date` would lose its milliseconds. */
export function instantParam(instant: string | Date): string {
  return new Date(instant).toISOString().slice(0, 23).replace('T', ' ')
}

/** Lines of JSONEachRow, each parsed by the schema of a row. */
export function parseRows<Row>(text: string, row: z.ZodType<Row>): Row[] {
  const rows: Row[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const parsed = row.safeParse(JSON.parse(line))
    if (!parsed.success)
      throw new CallStoreError('query', { cause: parsed.error, message: 'A row of unexpected shape.' })
    rows.push(parsed.data)
  }
  return rows
}
