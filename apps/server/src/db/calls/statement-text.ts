import { isAbsolute } from 'node:path'
import type {
  InlineSettings,
  InsertFileRequest,
  QueryParams,
  ReadLimits,
  Statement,
} from '#server/db/calls/call-store.ts'

const placeholder = /\{([A-Za-z_]\w*):([A-Z][\w(), ']*)\}/g
const identifier = /^[A-Za-z_]\w*$/

export const queryLimits: ReadLimits = {
  executionSeconds: 30,
  memoryBytes: 2_000_000_000,
  threads: 2,
  resultRows: 200_000,
}

/** An export may take long, as it runs at the speed of the download. */
export const streamLimits = { ...queryLimits, executionSeconds: 3600, resultRows: undefined }

export const commandSeconds = 600

/** Throws for a placeholder without a value and a value without a placeholder: both are bugs of ours. */
export function checkParams(sql: string, params: QueryParams = {}): void {
  const wanted = new Set([...sql.matchAll(placeholder)].map((match) => match[1]))
  for (const name of wanted) {
    if (name === undefined || !Object.hasOwn(params, name))
      throw new TypeError(`No value for the parameter ${name}`)
  }
  for (const name of Object.keys(params)) {
    if (!wanted.has(name)) throw new TypeError(`The parameter ${name} is not in the statement`)
  }
}

/** The statement with each `{name:Type}` called `{name<suffix>:Type}`. */
export function suffixPlaceholders(sql: string, suffix: string): string {
  return sql.replace(placeholder, (_, name: string, type: string) => `{${name}${suffix}:${type}}`)
}

/**
 * Settings are inline, as a SET would stay in the session and affect the next statement. Throws for a semicolon, as a
 * text is one statement.
 */
export function withSettings(sql: string, settings: InlineSettings): string {
  if (sql.includes(';')) throw new TypeError('A statement has no semicolon')
  return `${sql.trim()}\n${settingsClause(settings)}`
}

export function settingsClause(settings: InlineSettings): string {
  const entries = Object.entries(settings).map(
    ([name, value]) => `${checkName(name)} = ${settingLiteral(value)}`,
  )
  return `SETTINGS ${entries.join(', ')}`
}

function checkName(name: string): string {
  if (!identifier.test(name)) throw new TypeError('Not a name of the schema')
  return name
}

/** The table, with its columns if some are given. */
export function insertTarget({ table, columns }: Pick<InsertFileRequest, 'table' | 'columns'>): string {
  return columns === undefined
    ? checkName(table)
    : `${checkName(table)} (${columns.map(checkName).join(', ')})`
}

/** In `file()` a path with these characters is a pattern: it would match and insert nothing, without an error. */
export function checkPlainPath(path: string): void {
  if (!isAbsolute(path) || /[*?{}[\]]/.test(path)) throw new TypeError('Not a plain absolute path')
}

export function killStatement(queryId: string): string {
  return `KILL QUERY WHERE Settings['log_comment'] = ${textLiteral(queryId)} ASYNC`
}

/** Of a read with this id, which may have to do with one thread. */
export function readSettings(
  statement: Statement,
  { id, isExtra }: { id: string; isExtra: boolean },
  limits: Partial<ReadLimits>,
): InlineSettings {
  return {
    ...statement.settings,
    ...commonSettings(id, limits.executionSeconds ?? queryLimits.executionSeconds),
    readonly: 1,
    max_memory_usage: limits.memoryBytes ?? queryLimits.memoryBytes,
    max_threads: isExtra ? 1 : (limits.threads ?? queryLimits.threads),
    ...(limits.resultRows === undefined
      ? {}
      : { max_result_rows: limits.resultRows, result_overflow_mode: 'throw' }),
    date_time_output_format: 'simple',
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
  }
}

export function commandSettings(
  statement: Statement,
  queryId: string,
  executionSeconds: number,
): InlineSettings {
  return { ...statement.settings, ...commonSettings(queryId, executionSeconds) }
}

export function insertSettings(
  queryId: string,
  insert: Pick<InsertFileRequest, 'deduplicationToken' | 'settings'>,
  executionSeconds: number,
): InlineSettings {
  return {
    ...insert.settings,
    ...commonSettings(queryId, executionSeconds),
    insert_deduplication_token: insert.deduplicationToken,
    input_format_skip_unknown_fields: 0,
    // The token counts blocks: the same bytes must give the same blocks in the same order.
    max_insert_threads: 1,
    // For a file of many years, which the default of 100 months would never let in.
    max_partitions_per_insert_block: 0,
    parallelize_output_from_storages: 0,
    async_insert: 0,
  }
}

/** With `timeout_before_checking_execution_speed = 0` the limit applies to elapsed time, not to an estimate. */
function commonSettings(queryId: string, executionSeconds: number): InlineSettings {
  return {
    log_comment: queryId,
    max_execution_time: executionSeconds,
    timeout_before_checking_execution_speed: 0,
  }
}

function settingLiteral(value: string | number): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('A setting is a finite number')
    return String(value)
  }
  return textLiteral(value)
}

/** A quoted text in which every byte except ASCII letters, digits and harmless characters is `\xHH`. */
export function textLiteral(text: string): string {
  return `'${text.replace(/[^A-Za-z0-9 ,.:_+/[\]-]/gu, escapeBytes)}'`
}

const asciiEscapes = Array.from({ length: 128 }, (_, code) => `\\x${code.toString(16).padStart(2, '0')}`)

function escapeBytes(character: string): string {
  // Of lists of ten thousand ids each has quotes.
  const ascii = asciiEscapes[character.charCodeAt(0)]
  if (ascii !== undefined) return ascii
  return Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
