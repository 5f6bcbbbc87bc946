import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { streamLines } from '../calls/stream-lines.ts'
import type { Db, Transaction } from '../tables/schema.ts'

const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
type Table = z.infer<typeof Table>

const Sequence = z.object({ schema: z.string(), name: z.string(), last: z.number() })

/** What migrations say, what another version says anew, and what is of the processes that run. */
const leftOut = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'pgboss.version',
  'public.call_writer',
  'public.call_news',
]
const sequencesFile = 'sequences.jsonl'
const tableFile = /^([^.]+\.[^.]+)\.jsonl$/
/** Some rows have a picture, or a batch of calls. */
const rowsPerFetch = 200
const bytesPerInsert = 4 << 20

/**
 * Writes the rows of all tables, those of the job queue among them, into files of an empty folder: a table each, whose first line
 * says its columns and each other one is a row, as JSON. A row keeps every digit: it is the server that writes and reads it.
 */
export async function writeTableRows(
  transaction: Transaction,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const write = async (name: string, lines: AsyncIterable<string>) =>
    await pipeline(lines, createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }), { signal })
  for (const table of await listTables(transaction))
    await write(`${table.schema}.${table.name}.jsonl`, readTable(transaction, table))
  await write(sequencesFile, readSequences(transaction))
}

/**
 * Puts the rows that were written so into the tables of a database of the same migrations, in place of those that are there:
 * all, or none when it throws. Triggers keep still meanwhile; references are checked when all rows are there.
 */
export async function loadTableRows(db: Db, folder: string, signal: AbortSignal): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const tables = await listTables(transaction)
    const references = await dropReferences(transaction)
    for (const table of tables)
      await sql`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`.execute(transaction)
    await sql`TRUNCATE ${sql.join(tables.map(nameOf))}`.execute(transaction)
    for (const name of await readdir(folder)) {
      const table = tables.find((one) => `${one.schema}.${one.name}` === tableFile.exec(name)?.[1])
      if (table !== undefined) await loadTable(transaction, { path: join(folder, name), table, signal })
    }
    await loadSequences(transaction, join(folder, sequencesFile))
    for (const table of tables)
      await sql`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`.execute(transaction)
    for (const { table, name, definition } of references)
      await sql`ALTER TABLE ${sql.raw(table)} ADD CONSTRAINT ${sql.id(name)} ${sql.raw(definition)}`.execute(
        transaction,
      )
  })
}

/** Whether there is a table in the database. */
export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname IN ('public', 'pgboss') LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

function nameOf({ schema, name }: Pick<Table, 'schema' | 'name'>) {
  return sql.id(schema, name)
}

/** Without columns that the server computes. */
async function listTables(transaction: Transaction): Promise<Table[]> {
  const { rows } = await sql`
    SELECT namespace.nspname AS schema, class.relname AS name,
        (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
          WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
      FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
      WHERE namespace.nspname IN ('public', 'pgboss') AND class.relkind IN ('r', 'p') AND NOT class.relispartition
        AND namespace.nspname || '.' || class.relname != ALL (${leftOut}::text[])
      ORDER BY 1, 2`.execute(transaction)
  return z.array(Table).parse(rows)
}

async function* readTable(transaction: Transaction, table: Table): AsyncGenerator<string> {
  yield `${JSON.stringify(table)}\n`
  const columns = sql.join(table.columns.map((column) => sql.id(column)))
  await sql`DECLARE written NO SCROLL CURSOR FOR
    SELECT row_to_json(one)::text AS line FROM (SELECT ${columns} FROM ${nameOf(table)}) AS one`.execute(
    transaction,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(rowsPerFetch)} FROM written`.execute(
      transaction,
    )
    if (rows.length === 0) break
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await sql`CLOSE written`.execute(transaction)
}

async function* readSequences(transaction: Transaction): AsyncGenerator<string> {
  const { rows } = await sql`
    SELECT schemaname AS schema, sequencename AS name, last_value::float8 AS last FROM pg_sequences
      WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL ORDER BY 1, 2`.execute(transaction)
  for (const sequence of z.array(Sequence).parse(rows)) yield `${JSON.stringify(sequence)}\n`
}

interface Loading {
  path: string
  table: Table
  signal: AbortSignal
}

async function loadTable(transaction: Transaction, { path, table, signal }: Loading): Promise<void> {
  const lines: string[] = []
  let bytes = 0
  let columns: string[] | undefined
  const insert = async () => {
    if (lines.length === 0) return
    const names = sql.join((columns ?? []).map((column) => sql.id(column)))
    const rows = `[${lines.splice(0).join(',')}]`
    bytes = 0
    await sql`INSERT INTO ${nameOf(table)} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${names} FROM json_populate_recordset(NULL::${nameOf(table)}, ${rows}::text::json)`.execute(
      transaction,
    )
  }
  for await (const line of streamLines(createReadStream(path))) {
    signal.throwIfAborted()
    if (columns === undefined) {
      columns = Table.parse(JSON.parse(line)).columns
      continue
    }
    lines.push(line)
    bytes += line.length
    if (bytes > bytesPerInsert) await insert()
  }
  await insert()
}

async function loadSequences(transaction: Transaction, path: string): Promise<void> {
  for await (const line of streamLines(createReadStream(path))) {
    const { schema, name, last } = Sequence.parse(JSON.parse(line))
    await sql`SELECT setval(sequence, ${last}::bigint) FROM to_regclass(format('%I.%I', ${schema}::text, ${name}::text)) AS sequence
      WHERE sequence IS NOT NULL`.execute(transaction)
  }
}

interface Reference {
  table: string
  name: string
  definition: string
}

/** References may go round in circles: they come back when all rows are there. */
async function dropReferences(transaction: Transaction): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint
      WHERE contype = 'f' AND conparentid = 0 AND connamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)`.execute(
    transaction,
  )
  for (const { table, name } of rows)
    await sql`ALTER TABLE ${sql.raw(table)} DROP CONSTRAINT ${sql.id(name)}`.execute(transaction)
  return rows
}
